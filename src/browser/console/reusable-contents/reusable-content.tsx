// One reusable content: to write for those who may, to read for others.
import { useEffect, useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { useFollowing } from '../live/follow.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { addressOf, type Content, reusablesAt, useTree } from '../space/content.ts'
import { PageEditor } from '../space/page-editor.tsx'
import type { SaveState } from '../space/page-writer.ts'
import { Saving } from '../space/saving.tsx'
import { Variant } from '../space/variant.tsx'
import { Ways } from '../spaces/space-places.tsx'
import { refreshHead, useHead } from './head.ts'
import { ReusableText } from './reusable-text.tsx'
import { ReusableUsedIn } from './used-in.tsx'

const text = words.reusables

interface Props {
  spaceId: string
  changeRequestId?: string
  reusableContentId: string
}

export function ReusableContent({ spaceId, changeRequestId, reusableContentId: id }: Props) {
  // A draft that was opened while typing takes the place of main, without a new screen.
  const [opened, setOpened] = useState<Content | undefined>(undefined)
  const content = opened ?? { space: spaceId, changeRequest: changeRequestId }
  useEffect(() => setOpened(undefined), [spaceId, changeRequestId, id])
  useFollowing(spaceId)
  useEffect(() => refreshHead, [])
  const [saveState, setSaveState] = useState<SaveState | undefined>(undefined)
  const reading = useReading('GET /spaces/:spaceId', { spaceId }).value
  const { value: user } = useReading('GET /user', {}).value
  const tree = useTree(content).value
  const head = useHead(content)
  const found = head.value?.reusableContents.find((each) => each.id === id)
  const space = reading.value
  if (isMissing(reading) || (head.value && !found && !opened)) return <Missing />
  if (space) enterOrganization(space.organization)
  const title = found?.title ?? ''
  const follow = (draft: Content) => {
    setOpened(draft)
    history.replaceState(history.state, '', reusablesAt(draft, id))
  }
  const isWritten = space?.permissions.propose && user && tree
  return (
    <>
      <Bar
        title={`${title || text.kind} · ${space?.title ?? ''}`}
        shown={space?.title || words.untitled}
        aside={
          <>
            {space && (
              <Variant content={content} space={space} page={undefined} address={(other) => reusablesAt(other, id)} />
            )}
            <Saving state={saveState} />
          </>
        }
      />
      {space && <Ways space={space} at="reusable-contents" pagesAt={addressOf(content)} />}
      <main class="scroll sheet" id="main" tabIndex={-1} aria-label={title || text.kind}>
        <div class="reading">
          <div>
            <p class="small">
              <a class="link" href={reusablesAt(content)}>
                {text.all}
              </a>
            </p>
            <Read of={head}>
              {({ id: revision }) =>
                isWritten ? (
                  <PageEditor
                    key={`${id} ${changeRequestId ?? ''}`}
                    content={content}
                    space={space}
                    user={user.id}
                    subject={{ kind: 'reusable-content', id }}
                    pages={tree.pages}
                    marked={NOTHING}
                    onState={setSaveState}
                    onHeadings={() => {}}
                    onMoved={follow}
                  >
                    {null}
                  </PageEditor>
                ) : (
                  <ReusableText space={spaceId} revision={revision} id={id} title={title} />
                )
              }
            </Read>
            <ReusableUsedIn content={content} id={id} />
          </div>
        </div>
      </main>
    </>
  )
}

const NOTHING: never[] = []
