// Connects a repository: imports from it, or exports to it.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import type { SpaceJson } from '../spaces/space-places.tsx'

const text = words.git

export function GitForm({ space, isBusy, onStart }: { space: SpaceJson; isBusy: boolean; onStart(): void }) {
  const [wrong, setWrong] = useState<{ url?: string; branch?: string; message?: string }>({})
  const runs = useReading('GET /org/:organizationId/imports', {
    organizationId: space.organization,
    query: { space: space.id, limit: 50 },
  }).value
  const last = runs.value?.items.find(({ source }) => source.type === 'git')?.source
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const isExport = (event.submitter as HTMLButtonElement | null)?.value === 'export'
    const [url, branch, folder] = [textIn(form, 'url'), textIn(form, 'branch'), textIn(form, 'folder')]
    const filesUrl = textIn(form, 'filesUrl')
    const commitMessage = textIn(form, 'message')
    const found = {
      ...(url === '' && { url: text.needsUrl }),
      ...(branch === '' && { branch: text.needsBranch }),
      ...(isExport && commitMessage === '' && { message: text.needsMessage }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return
    const isStarted = await attempt(async () => {
      const body = {
        url,
        ref: branch.startsWith('refs/') ? branch : `refs/heads/${branch}`,
        ...(folder && { repoProjectDirectory: folder }),
        ...(filesUrl && { repoTreeURL: filesUrl }),
        ...(form.has('force') && { force: true }),
      }
      if (isExport)
        await call('POST /spaces/:spaceId/git/export', { spaceId: space.id, body: { ...body, commitMessage } })
      else await call('POST /spaces/:spaceId/git/import', { spaceId: space.id, body })
    })
    if (isStarted) onStart()
    refresh('GET /spaces/:spaceId/git/info', 'GET /org/:organizationId/imports')
  }
  // What was used last is there when it is known.
  return (
    <form key={last?.url} class="starting" onSubmit={submitted} noValidate>
      <Field
        label={text.url}
        name="url"
        value={last?.url ?? ''}
        help={text.urlHelp}
        error={wrong.url}
        maxLength={2048}
      />
      <Field
        label={text.branch}
        name="branch"
        value={(last?.ref ?? 'main').replace(/^refs\/heads\//, '')}
        error={wrong.branch}
        maxLength={255}
      />
      <Field label={text.folder} name="folder" help={text.folderHelp} maxLength={1024} />
      <Field label={text.filesUrl} name="filesUrl" help={text.filesUrlHelp} maxLength={2048} />
      <Field
        label={text.message}
        name="message"
        value={text.defaultMessage(space.title || words.untitled)}
        help={text.messageHelp}
        error={wrong.message}
        maxLength={1000}
      />
      <CheckField label={text.force} name="force" isOn={false} help={text.forceHelp} />
      <div class="row">
        <button type="submit" class="btn main" name="way" value="import" disabled={isBusy}>
          {text.import}
        </button>
        <button type="submit" class="btn" name="way" value="export" disabled={isBusy}>
          {text.export}
        </button>
      </div>
    </form>
  )
}
