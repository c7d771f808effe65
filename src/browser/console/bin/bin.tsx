// The bin of a space: deleted pages, to restore or to delete for good.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { addressOf } from '../space/content.ts'
import { spotOf, withInside } from '../space/moves.ts'
import { refreshContent, writeContent, writesToMain } from '../space/writing.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'

type Deleted = ReplyTo<'GET /spaces/:spaceId/bin'>['items'][number]

const PAGE = 50
const text = words.bin

export const Bin = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="bin">
    {(space) => <Inside space={space} />}
  </SpaceFrame>
)

function Inside({ space }: { space: SpaceJson }) {
  const [limit, setLimit] = useState(PAGE)
  const [doomed, setDoomed] = useState<Deleted | undefined>(undefined)
  const reading = useReading('GET /spaces/:spaceId/bin', { spaceId: space.id, query: { limit } }).value
  return (
    <>
      <p class="soft">{text.lead}</p>
      <Read of={reading}>
        {({ items, next }) => (
          <>
            {items.length === 0 && <p class="none">{text.none}</p>}
            <ul class="lines">
              {items.map((deleted) => (
                <Line key={deleted.id} deleted={deleted} space={space} purge={() => setDoomed(deleted)} />
              ))}
            </ul>
            {next && limit < 1000 && (
              <button type="button" class="btn" onClick={() => setLimit(limit + PAGE)}>
                {words.more}
              </button>
            )}
          </>
        )}
      </Read>
      {doomed && (
        <Confirm
          title={text.purgeAsk(doomed.title || words.untitled)}
          lead={text.purgeLead}
          button={text.purge}
          cancel={words.cancel}
          run={() => purge(space.id, doomed)}
          close={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

function Line({ deleted, space, purge }: { deleted: Deleted; space: SpaceJson; purge(): void }) {
  const { route } = useLocation()
  const { title, emoji, pages, deletedBy, deletedAt, expiresAt } = deleted
  const name = title || words.untitled
  return (
    <li>
      {emoji ? <Emoji code={emoji} /> : <Icon name="page" />}
      <div>
        <span class="what">{name}</span>
        <p>
          {pages > 1 && <>{text.inside(pages - 1)} · </>}
          <span class="faint">
            {text.deletedBy(deletedBy?.displayName)} <Time at={deletedAt} /> · {text.until} <Time at={expiresAt} />
          </span>
        </p>
      </div>
      <span class="row above">
        <button
          type="button"
          class="btn s"
          aria-label={text.restoreIt(name)}
          onClick={() => void restore(space, deleted, route)}
        >
          {text.restore}
        </button>
        {space.permissions.admin && (
          <button type="button" class="btn bare s" aria-label={text.purgeIt(name)} onClick={purge}>
            {text.purge}
          </button>
        )}
      </span>
    </li>
  )
}

/** To main where changes go there, else to the person's own draft. */
const restore = (space: SpaceJson, deleted: Deleted, route: (to: string) => void) =>
  attempt(async () => {
    const { id, revision, title } = deleted
    if (writesToMain(space)) {
      await call('POST /spaces/:spaceId/bin/:pageId/restore', { spaceId: space.id, pageId: id })
      say(text.restored(title || words.untitled), {
        label: words.open,
        run: () => route(addressOf({ space: space.id }, id)),
      })
    } else {
      const { pages } = await call('GET /spaces/:spaceId/revisions/:revisionId/pages', {
        spaceId: space.id,
        revisionId: revision,
      })
      const { siblings, at } = spotOf(pages, id)!
      const changes = withInside(siblings[at]!).map((page) => ({
        operation: 'revert_page' as const,
        page: page.id,
        revision,
      }))
      const written = await writeContent({ space: space.id }, space, changes)
      route(addressOf(written.content, id))
      say(text.inDraft(title || words.untitled))
    }
    refreshContent()
    refresh('GET /spaces/:spaceId/bin')
  })

const purge = (spaceId: string, { id, title }: Deleted) =>
  attempt(async () => {
    await call('DELETE /spaces/:spaceId/bin/:pageId', { spaceId, pageId: id })
    refresh('GET /spaces/:spaceId/bin')
    say(text.purged(title || words.untitled))
  })
