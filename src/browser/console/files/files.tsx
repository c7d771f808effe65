// The files of a space: upload, replace, where they are used, delete.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { addressOf, type Content } from '../space/content.ts'
import { storeFile } from '../space/store-file.ts'
import { refreshContent, targetOf, writeContent } from '../space/writing.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'
import { UsedIn } from '../spaces/used-in.tsx'
import { Chooser, type Progress } from './chooser.tsx'
import { replaceFile } from './replacing.ts'

type FileJson = ReplyTo<'GET /spaces/:spaceId/content/files'>['items'][number]

const LIST = 'GET /spaces/:spaceId/content/files'
const text = words.files

export const Files = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="files">
    {(space) => <Inside key={space.id} space={space} />}
  </SpaceFrame>
)

/** Does something, and says if it went to a draft. */
function useWork(space: SpaceJson) {
  const { route } = useLocation()
  return (work: () => Promise<Content>, done: string) =>
    attempt(async () => {
      const written = await work()
      refreshContent()
      refresh(LIST)
      if (!written.changeRequest) return say(done)
      const open = { label: words.open, run: () => route(addressOf({ ...written, space: space.id })) }
      say(text.inDraft(done), open)
    })
}

function Inside({ space }: { space: SpaceJson }) {
  const [search, setSearch] = useState('')
  const [doomed, setDoomed] = useState<FileJson | undefined>(undefined)
  const reading = useReading(LIST, { spaceId: space.id, query: { limit: 1000 } }).value
  const work = useWork(space)
  const remove = ({ id, name }: FileJson) =>
    work(
      async () =>
        (await writeContent({ space: space.id }, space, [{ operation: 'delete_files', files: [id] }])).content,
      text.removed(name),
    )
  const upload = (file: File, progress: Progress) =>
    work(async () => {
      const target = await targetOf({ space: space.id }, space)
      await storeFile(target, file, progress)
      return target
    }, text.uploaded(file.name))
  const isFound = ({ name }: FileJson) => name.toLowerCase().includes(search.toLowerCase())
  return (
    <>
      {space.permissions.propose && <Chooser label={text.upload} isMain choose={upload} />}
      <Read of={reading}>
        {({ items }) => (
          <>
            {items.length > 0 && (
              <div class="field">
                <label for="find-files">{text.search}</label>
                <input
                  class="input"
                  id="find-files"
                  type="search"
                  onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
                />
              </div>
            )}
            {items.length === 0 && <p class="none">{text.none}</p>}
            <ul class="lines">
              {items.filter(isFound).map((file) => (
                <Line
                  key={file.id}
                  file={file}
                  space={space}
                  replace={(by, progress) =>
                    work(() => replaceFile(space, file.id, by, progress), text.replaced(file.name))
                  }
                  remove={() => setDoomed(file)}
                />
              ))}
            </ul>
          </>
        )}
      </Read>
      {doomed && (
        <Confirm
          title={text.removeAsk(doomed.name)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={() => remove(doomed)}
          close={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

interface LineProps {
  file: FileJson
  space: SpaceJson
  replace(by: File, progress: Progress): Promise<unknown>
  remove(): void
}

function Line({ file, space, replace, remove }: LineProps) {
  const { name, contentType, size, downloadURL } = file
  return (
    <li>
      <Icon name={contentType.startsWith('image/') ? 'image' : 'page'} />
      <div>
        <a class="what" href={downloadURL} target="_blank" rel="noreferrer">
          {name}
        </a>
        <p class="faint">
          {text.size(size)} · {contentType}
        </p>
        <UsedIn
          list="GET /spaces/:spaceId/content/files/:fileId/backlinks"
          of={{ spaceId: space.id, fileId: file.id }}
        />
      </div>
      {space.permissions.propose && (
        <span class="row above">
          <Chooser label={text.replace} about={name} choose={replace} />
          <button type="button" class="btn bare s" aria-label={text.removeIt(name)} onClick={remove}>
            {text.remove}
          </button>
        </span>
      )}
    </li>
  )
}
