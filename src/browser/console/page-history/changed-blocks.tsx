// The blocks of an earlier version that are different now: each can be brought back alone.
import { useLocation } from 'preact-iso'
import { randomName } from '../../random.ts'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import { addressOf } from '../space/content.ts'
import { loadSnapshotAt } from '../space/snapshot.ts'
import { refreshContent, type SpaceJson, writeContent } from '../space/writing.ts'
import { changedBlocks, withBlock } from './blocks.ts'

const text = words.pageHistory

interface Props {
  space: SpaceJson
  pageId: string
  revision: string
}

export function ChangedBlocks({ space, pageId, revision }: Props) {
  const { route } = useLocation()
  const { value: drawn } = useReading('GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/changes', {
    spaceId: space.id,
    revisionId: space.revision,
    pageId,
    query: { from: revision, view: 'sides', unchanged: 'counted' },
  }).value
  const changed = drawn ? changedBlocks(drawn) : []
  if (changed.length === 0) return null
  const bringBack = (index: number) =>
    attempt(async () => {
      const subject = { kind: 'page', id: pageId } as const
      const [earlier, current] = await Promise.all([
        loadSnapshotAt({ space: space.id }, revision, subject),
        loadSnapshotAt({ space: space.id }, space.revision, subject),
      ])
      const document = withBlock(current.document, earlier.document, index)
      const change = { operation: 'update_page' as const, page: pageId, document: { document: document as never } }
      const origin = { base: space.revision, key: randomName(22) }
      const { content } = await writeContent({ space: space.id }, space, [change], origin)
      refreshContent()
      route(addressOf(content, pageId))
      say(content.changeRequest ? text.blockBackInDraft : text.blockBack)
    })
  return (
    <section class="changed-blocks" aria-label={text.blocks}>
      <h2>{text.blocks}</h2>
      {changed.map(({ index, html }) => (
        <div key={index}>
          {/* The server's renderer escapes every value. */}
          <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />
          <button type="button" class="btn s" onClick={() => void bringBack(index)}>
            {text.bringBack}
          </button>
        </div>
      ))}
    </section>
  )
}
