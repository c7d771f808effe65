// Who wrote the blocks of a page: above each block, or several by one person, who wrote it and when.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { saidAs } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { usePage } from '../space/content.ts'

const text = words.pageHistory

type Block = ReplyTo<'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/authors'>['blocks'][number]

export function Authors({ spaceId, pageId, revision }: { spaceId: string; pageId: string; revision: string }) {
  const page = usePage({ space: spaceId, revision }, pageId)
  const authors = useReading('GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/authors', {
    spaceId,
    revisionId: revision,
    pageId,
  }).value
  return (
    <Read of={authors}>
      {({ blocks, complete }) => (
        <Read of={page}>
          {({ html = '' }) => (
            <>
              {!complete && <p class="soft">{text.notAll}</p>}
              <Attributed html={html} blocks={blocks} />
            </>
          )}
        </Read>
      )}
    </Read>
  )
}

function Attributed({ html, blocks }: { html: string; blocks: readonly Block[] }) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const added: HTMLElement[] = []
    let last = ''
    for (const { key, revision, createdBy, createdAt } of blocks) {
      const block = body.current!.querySelector(`[data-key="${CSS.escape(key)}"]`)
      if (!block) continue
      if (revision !== last) {
        const label = Object.assign(document.createElement('p'), { className: 'wrote' })
        label.textContent = text.wrote(createdBy?.displayName ?? text.nobody, saidAs(new Date(createdAt), new Date()))
        block.before(label)
        added.push(label)
      }
      last = revision
    }
    return () => {
      for (const label of added) label.remove()
    }
  }, [html, blocks])
  // The server's renderer escapes every value.
  return <div ref={body} class="prose attributed" dangerouslySetInnerHTML={{ __html: html }} />
}
