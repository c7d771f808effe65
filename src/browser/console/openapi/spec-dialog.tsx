// The source of a specification: an address or a file.
import { useId, useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { openapiWords as text } from '../../words-openapi.ts'
import { attemptForm, type Faults } from '../api/attempt.ts'

export type Source = { url: string } | { text: string }

interface Props {
  heading: string
  button: string
  /** The address that is known; the name is asked for where there is none yet. */
  known?: { url?: string | undefined }
  save(slug: string, source: Source): Promise<unknown>
  close(): void
}

export function SpecDialog({ heading, button, known, save, close }: Props) {
  const id = useId()
  const [faults, setFaults] = useState<Faults>({})
  const submitted = async (form: FormData) => {
    const file = form.get('file')
    const url = textIn(form, 'url')
    const source = file instanceof File && file.size > 0 ? { text: await file.text() } : url ? { url } : undefined
    if (!source) {
      setFaults({ source: text.needsSource })
      return false
    }
    const found = await attemptForm(() => save(textIn(form, 'slug'), source))
    setFaults(found ?? {})
    return !found
  }
  return (
    <FormDialog heading={heading} button={button} cancel={words.cancel} save={submitted} close={close}>
      {!known && <Field label={text.slug} name="slug" help={text.slugHelp} maxLength={100} error={faults.slug} />}
      <Field
        label={text.url}
        name="url"
        value={known?.url ?? ''}
        help={text.urlHelp}
        maxLength={2048}
        error={faults.source}
      />
      <div class="field">
        <label for={id}>{text.file}</label>
        <input id={id} name="file" type="file" accept=".json,.yaml,.yml" aria-describedby={`${id}-about`} />
        <p class="help" id={`${id}-about`}>
          {text.fileHelp}
        </p>
      </div>
    </FormDialog>
  )
}
