// Moves pages to another space. They leave this one, and get new ids there.
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { organizationId } from '../shell/organization.ts'
import type { DialogProps } from './dialog-props.ts'

const text = words.pageSettings

export function SendDialog({ content, pages, edits, close }: DialogProps) {
  const id = organizationId.value
  const { value } = useReading(
    'GET /orgs/:organizationId/spaces',
    id ? { organizationId: id, query: { limit: 1000 } } : null,
  ).value
  const spaces = (value?.items ?? []).filter((space) => space.permissions.propose && space.id !== content.space)
  const save = async (form: FormData) => {
    const target = spaces.find((space) => space.id === textIn(form, 'space'))
    if (target) await edits.sendTo(pages, target)
    return target !== undefined
  }
  return (
    <FormDialog
      heading={text.moveHeading(pages[0]?.title || words.untitled, pages.length)}
      lead={spaces.length === 0 ? text.noOtherSpace : text.sendLead}
      button={words.tree.moveIt}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <SelectField
        label={text.space}
        name="space"
        choices={spaces.map((space) => ({ value: space.id, label: space.title || words.untitled }))}
      />
    </FormDialog>
  )
}
