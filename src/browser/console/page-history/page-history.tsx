// The history of a page: who changed it and when, any version beside the current one, and the way back.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { addressOf, type Page, usePage } from '../space/content.ts'
import { refreshContent, type SpaceJson, writeContent } from '../space/writing.ts'
import { entriesOf, type Revision } from './entries.ts'

const STEP = 50
const text = words.pageHistory

export function PageHistory({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  const [limit, setLimit] = useState(STEP)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const space = useReading('GET /spaces/:spaceId', { spaceId }).value
  const current = usePage({ space: spaceId }, pageId)
  const revisions = useReading('GET /spaces/:spaceId/revisions', { spaceId, query: { limit } }).value
  if (isMissing(space) || isMissing(current)) return <Missing />
  if (space.value) enterOrganization(space.value.organization)
  const entries = entriesOf(revisions.value?.items ?? [])
  const title = current.value?.title || words.untitled
  return (
    <>
      <Bar title={text.of(title)}>
        <a class="btn" href={places.page(spaceId, pageId)}>
          {text.back}
        </a>
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={text.of(title)}>
        <div class="home history">
          <h1>{text.of(title)}</h1>
          <Read of={revisions}>
            {({ next }) => (
              <div class="versions">
                <div>
                  <ul class="lines" aria-label={text.entries}>
                    {entries.map((revision, at) => (
                      <Entry
                        key={revision.id}
                        spaceId={spaceId}
                        pageId={pageId}
                        revision={revision}
                        before={entries[at + 1]}
                        isEnd={!next}
                        isChosen={revision.id === chosen}
                        choose={() => setChosen(revision.id)}
                      />
                    ))}
                  </ul>
                  {next && limit < 1000 && (
                    <button type="button" class="btn" onClick={() => setLimit(limit + STEP)}>
                      {text.earlier}
                    </button>
                  )}
                </div>
                {chosen && space.value ? (
                  <Beside space={space.value} pageId={pageId} revision={chosen} current={current.value} />
                ) : (
                  <p class="none">{text.choose}</p>
                )}
              </div>
            )}
          </Read>
        </div>
      </main>
    </>
  )
}

interface EntryProps {
  spaceId: string
  pageId: string
  revision: Revision
  before: Revision | undefined
  /** Whether the list holds all revisions. */
  isEnd: boolean
  isChosen: boolean
  choose(): void
}

/** Shown only if the page is different from what it was in the entry before. */
function Entry({ spaceId, pageId, revision, before, isEnd, isChosen, choose }: EntryProps) {
  const at = useVersion(spaceId, pageId, revision.id)
  const earlier = useVersion(spaceId, pageId, before?.id)
  const isFirst = before === undefined ? isEnd : earlier.error !== undefined
  if (!at.value || (!isFirst && (!earlier.value || at.value.updatedAt === earlier.value.updatedAt))) return null
  const name = revision.createdBy?.displayName ?? text.nobody
  return (
    <li>
      {revision.createdBy ? (
        <Avatar id={revision.createdBy.id} name={name} picture={revision.createdBy.photoURL} />
      ) : (
        <Icon name="clock" />
      )}
      <div>
        <button type="button" class="what" aria-pressed={isChosen} onClick={choose}>
          {name}
        </button>
        <p class="faint">
          {revision.mergedFrom
            ? text.merged(revision.mergedFrom.number, revision.mergedFrom.subject)
            : text.kinds[revision.type]}
          {', '}
          <Time at={revision.createdAt} />
        </p>
      </div>
    </li>
  )
}

const useVersion = (spaceId: string, pageId: string, revisionId: string | undefined) =>
  useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId',
    revisionId ? { spaceId, pageId, revisionId } : null,
  ).value

interface BesideProps {
  space: SpaceJson
  pageId: string
  revision: string
  current: Page | undefined
}

function Beside({ space, pageId, revision, current }: BesideProps) {
  const { route } = useLocation()
  const version = usePage({ space: space.id, revision }, pageId)
  const restore = () =>
    attempt(async () => {
      const change = { operation: 'revert_page' as const, page: pageId, revision }
      const { content } = await writeContent({ space: space.id }, space, [change])
      refreshContent()
      route(addressOf(content, pageId))
      say(content.changeRequest ? text.restoredInDraft : text.restored)
    })
  return (
    <div class="beside">
      <section aria-label={text.version}>
        <h2>
          {text.version}
          {space.permissions.propose && (
            <button type="button" class="btn s" onClick={() => void restore()}>
              {text.restore}
            </button>
          )}
        </h2>
        <Read of={version}>{(page) => <Drawn page={page} />}</Read>
      </section>
      <section aria-label={text.current}>
        <h2>{text.current}</h2>
        {current && <Drawn page={current} />}
      </section>
    </div>
  )
}

/** The server's renderer escapes every value. */
const Drawn = ({ page }: { page: Page }) => (
  <article>
    <p class="version-title">{page.title || words.untitled}</p>
    {page.description && <p class="soft">{page.description}</p>}
    <div class="prose" dangerouslySetInnerHTML={{ __html: page.html ?? '' }} />
  </article>
)
