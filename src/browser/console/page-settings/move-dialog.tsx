// Moves pages to another place of the tree.
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import type { Page } from '../space/content.ts'
import { fits } from '../space/moves.ts'
import type { DialogProps } from './dialog-props.ts'

const text = words.pageSettings

export function MoveDialog({ all, pages, edits, close }: DialogProps) {
  const choices = [{ value: '', label: text.top }, ...parents(all, (into) => fits(all, pages, { into, before: null }))]
  const save = (form: FormData) => {
    void edits.moveAll(pages, { into: textIn(form, 'into') || null, before: null })
    return true
  }
  return (
    <FormDialog
      heading={text.moveHeading(pages[0]?.title || words.untitled, pages.length)}
      button={words.tree.moveIt}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <SelectField label={text.into} name="into" choices={choices} />
    </FormDialog>
  )
}

function parents(
  pages: readonly Page[],
  isAllowed: (id: string) => boolean,
  above = '',
): { value: string; label: string }[] {
  return pages.flatMap((page) => {
    const label = above + (page.title || words.untitled)
    return [
      ...(isAllowed(page.id) ? [{ value: page.id, label }] : []),
      ...parents(page.pages ?? [], isAllowed, `${label} › `),
    ]
  })
}
