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
import { useFollowing } from '../live/follow.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { addressOf, type Page, usePage } from '../space/content.ts'
import { refreshContent, type SpaceJson, writeContent } from '../space/writing.ts'
import { Authors } from './authors.tsx'
import { ChangedBlocks } from './changed-blocks.tsx'
import { entriesOf, type Revision } from './entries.ts'

const STEP = 50
const text = words.pageHistory

export function PageHistory({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  useFollowing(spaceId)
  const { query } = useLocation()
  const at = places.pageHistory(spaceId, pageId)
  const showsAuthors = query.show === 'authors'
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const space = useReading('GET /spaces/:spaceId', { spaceId }).value
  const current = usePage({ space: spaceId }, pageId)
  if (isMissing(space) || isMissing(current)) return <Missing />
  if (space.value) enterOrganization(space.value.organization)
  const title = current.value && (current.value.title || words.untitled)
  const name = title === undefined ? text.open : text.of(title)
  return (
    <>
      <Bar
        title={name}
        shown={title ?? ''}
        aside={
          <a class="btn bare icon s" aria-label={text.back} href={places.page(spaceId, pageId)}>
            <Icon name="page" />
          </a>
        }
      >
        <a class="btn" href={showsAuthors ? at : `${at}?show=authors`}>
          <Icon name={showsAuthors ? 'clock' : 'person'} />
          {showsAuthors ? text.versions : text.authors}
        </a>
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={name}>
        <div class="home history">
          <h1>{showsAuthors ? [text.authors, title].filter(Boolean).join(': ') : name}</h1>
          {showsAuthors && space.value && <Authors spaceId={spaceId} pageId={pageId} revision={space.value.revision} />}
          {!showsAuthors && (
            <div class="versions">
              <div>
                <ul class="lines" aria-label={text.entries}>
                  <Versions spaceId={spaceId} pageId={pageId} chosen={chosen} choose={setChosen} />
                </ul>
              </div>
              {chosen && space.value ? (
                <Beside space={space.value} pageId={pageId} revision={chosen} current={current.value} />
              ) : (
                <p class="none">{text.choose}</p>
              )}
            </div>
          )}
        </div>
      </main>
    </>
  )
}

interface VersionsProps {
  spaceId: string
  pageId: string
  /** Where this part of the list begins. */
  from?: string
  chosen: string | undefined
  choose(revision: string): void
}

/** A part of the list, and the next one when it is asked for. */
function Versions({ from, ...rest }: VersionsProps) {
  const { spaceId, pageId, chosen, choose } = rest
  const [isMore, setMore] = useState(false)
  const reading = useReading('GET /spaces/:spaceId/content/page/:pageId/revisions', {
    spaceId,
    pageId,
    query: { limit: STEP, ...(from && { page: from }) },
  }).value
  const { value } = reading
  if (!value)
    return (
      <li class="whole">
        <Read of={reading}>{() => null}</Read>
      </li>
    )
  return (
    <>
      {entriesOf(value.items).map((revision) => (
        <Entry
          key={revision.id}
          revision={revision}
          isChosen={revision.id === chosen}
          choose={() => choose(revision.id)}
        />
      ))}
      {value.next && isMore && <Versions from={value.next.page} {...rest} />}
      {value.next && !isMore && (
        <li>
          <button type="button" class="btn" onClick={() => setMore(true)}>
            {text.earlier}
          </button>
        </li>
      )}
    </>
  )
}

interface EntryProps {
  revision: Revision
  isChosen: boolean
  choose(): void
}

function Entry({ revision, isChosen, choose }: EntryProps) {
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
            ? text.merged(revision.mergedFrom.number, revision.mergedFrom.subject || words.untitled)
            : text.kinds[revision.type]}
          {', '}
          <Time at={revision.createdAt} />
        </p>
      </div>
    </li>
  )
}

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
      {space.permissions.propose && <ChangedBlocks space={space} pageId={pageId} revision={revision} />}
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
