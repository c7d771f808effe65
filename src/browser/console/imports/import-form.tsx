// Starts an import: from a URL, or from a file.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import { targetOf } from '../space/writing.ts'
import type { SpaceJson } from '../spaces/space-places.tsx'
import { uploadFile } from '../upload.ts'

const text = words.imports
const SOURCES = Object.keys(text.sources) as Format[]
/** These are read from the web; the others are files, or the address of one. */
const ONLY_URLS: readonly Format[] = ['website', 'github-wiki']

type Format = keyof typeof text.sources
type Source = Input<'POST /org/:organizationId/imports'>['body']['source']

export function ImportForm({ space }: { space: SpaceJson }) {
  const [format, setFormat] = useState<Format>('website')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [percent, setPercent] = useState<number | undefined>(undefined)
  // What was asked for is empty again after an import has started; the source stays.
  const [round, setRound] = useState(0)
  const takesFile = !ONLY_URLS.includes(format)
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const url = textIn(form, 'url')
    const file = form.get('file')
    const hasFile = file instanceof File && file.size > 0
    if (!hasFile && !/^https?:\/\/\S+$/i.test(url)) return setWrong(takesFile ? text.needsEither : text.needsUrl)
    setWrong(undefined)
    setPercent(0)
    const isStarted = await attempt(async () => {
      const source: Source = hasFile
        ? { type: 'file', files: [await uploadFile(space.organization, file, 'import_file', show)], format }
        : { type: 'website', url, format }
      const { changeRequest } = await targetOf({ space: space.id }, space)
      const target = { space: space.id, ...(changeRequest && { changeRequest }) }
      await call('POST /org/:organizationId/imports', { organizationId: space.organization, body: { source, target } })
    })
    setPercent(undefined)
    refresh('GET /org/:organizationId/imports')
    if (isStarted) setRound(round + 1)
  }
  const show = (share: number) => setPercent(Math.round(share * 100))
  return (
    <form class="starting" onSubmit={submitted} noValidate>
      <SelectField
        label={text.source}
        value={format}
        help={text.sources[format].lead}
        choices={SOURCES.map((value) => ({ value, label: text.sources[value].label }))}
        onChange={(value) => setFormat(value as Format)}
      />
      <Field key={round} label={takesFile ? text.fileUrl : text.url} name="url" error={wrong} maxLength={2048} />
      {takesFile && (
        <div class="field" key={`file ${round}`}>
          <label for="import-file">{text.orFile}</label>
          <input class="input" id="import-file" type="file" name="file" accept={text.sources[format].accept} />
        </div>
      )}
      <button type="submit" class="btn main" disabled={percent !== undefined}>
        <Icon name="import" />
        {percent === undefined || percent === 0 ? text.start : words.percent(percent)}
      </button>
    </form>
  )
}
