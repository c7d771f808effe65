// A dialog that sets something in the text. Applying ends it, because the text takes the focus then.
import type { ComponentChildren } from 'preact'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'

interface Props {
  label: string
  class?: string
  children: ComponentChildren
  apply(form: FormData): void
  close(): void
}

export function ApplyDialog({ label, apply, ...rest }: Props) {
  const save = (form: FormData) => {
    apply(form)
    return false
  }
  return <FormDialog heading={label} button={editorWords.apply} cancel={words.cancel} isChecked save={save} {...rest} />
}
