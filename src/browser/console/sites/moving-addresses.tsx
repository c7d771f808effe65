// Says that published addresses will move, before they do, and offers to redirect the old ones.
import { CheckField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import type { Located } from './site-frame.tsx'
import { changeStructure, changeWithRedirects } from './structure-changes.ts'

const text = siteWords.structure.moving

export interface Move {
  title: string
  work(): Promise<unknown>
}

export function MovingAddresses({ of, move, close }: { of: Located; move: Move; close(): void }) {
  const save = (form: FormData) =>
    form.has('redirect') ? changeWithRedirects(of, move.work) : changeStructure(move.work, siteWords.structure.saved)
  return (
    <FormDialog
      heading={text.heading(move.title)}
      lead={text.lead}
      button={text.move}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <CheckField label={text.redirect} name="redirect" isOn help={text.redirectHelp} />
    </FormDialog>
  )
}
