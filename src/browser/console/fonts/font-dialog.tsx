// A new font, or another name and other files of one: a file for each weight.
import { useId, useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { uploadFile } from '../upload.ts'
import type { FontJson } from './specimen.tsx'

const text = organizationWords.fonts
const WEIGHTS = [400, 500, 600, 700] as const
const MAX_MEGABYTES = 10
/** What browsers take; others would have to be converted. */
const TYPES: Record<string, string> = { woff2: 'font/woff2', woff: 'font/woff' }

interface Props {
  organization: string
  font: FontJson | undefined
  saved(): void
  close(): void
}

export function FontDialog({ organization, font, saved, close }: Props) {
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const has = (weight: number) => font?.fontFaces.some((face) => face.weight === weight) ?? false
  const save = (form: FormData) => {
    const chosen = WEIGHTS.map((weight) => ({ weight, file: form.get(`file-${weight}`) as File })).filter(
      ({ file }) => file.size > 0,
    )
    const family = textIn(form, 'family')
    const faults = {
      ...(!family && { family: text.needsName }),
      ...(!has(400) && !chosen.some(({ weight }) => weight === 400) && { 'file-400': text.needsRegular }),
      ...Object.fromEntries(
        chosen.flatMap(({ weight, file }) => (faultOf(file) ? [[`file-${weight}`, faultOf(file)!]] : [])),
      ),
    }
    setWrong(faults)
    if (Object.keys(faults).length > 0) return false
    return attempt(async () => {
      const fontFaces = []
      for (const { weight, file } of chosen) {
        const typed = new File([file], file.name, { type: typeOf(file)! })
        fontFaces.push({ weight, storageKey: await uploadFile(organization, typed, 'customization_font') })
      }
      const body = { fontFamily: family, fontFaces }
      if (font)
        await call('POST /orgs/:organizationId/fonts/:fontId', { organizationId: organization, fontId: font.id, body })
      else await call('PUT /orgs/:organizationId/fonts', { organizationId: organization, body })
      saved()
      say(text.saved(family))
    })
  }
  return (
    <FormDialog
      heading={font ? text.changeIt(font.fontFamily) : text.add}
      lead={text.dialogLead(MAX_MEGABYTES)}
      button={words.save}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <Field label={text.name} name="family" value={font?.fontFamily ?? ''} maxLength={50} error={wrong.family} />
      {WEIGHTS.map((weight) => (
        <FileField
          key={weight}
          name={`file-${weight}`}
          label={text.weight[weight]}
          help={has(weight) ? text.replaces : undefined}
          error={wrong[`file-${weight}`]}
        />
      ))}
    </FormDialog>
  )
}

const typeOf = ({ name }: File): string | undefined => TYPES[name.toLowerCase().split('.').at(-1)!]

const faultOf = (file: File): string | undefined =>
  !typeOf(file) ? text.wrongType : file.size > MAX_MEGABYTES * 1024 * 1024 ? text.tooLarge(MAX_MEGABYTES) : undefined

interface FileProps {
  name: string
  label: string
  help: string | undefined
  error: string | undefined
}

function FileField({ name, label, help, error }: FileProps) {
  const id = useId()
  const about = error ?? help
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        class="input"
        id={id}
        name={name}
        type="file"
        accept=".woff2,.woff"
        aria-invalid={error !== undefined}
        aria-describedby={about && `${id}-about`}
      />
      {about && (
        <p class={error ? 'error' : 'help'} id={`${id}-about`}>
          {about}
        </p>
      )}
    </div>
  )
}
