// What changed in a page, drawn by the server with the renderer of sites. What is unchanged is folded.
import { useState } from 'preact/hooks'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'

export type Drawn = ReplyTo<'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/changes'>
type Part = Drawn['parts'][number]

const text = words.changes

export function DocumentChanges({ drawn, labels }: { drawn: Drawn; labels: [string, string] }) {
  const isSides = drawn.parts.some(({ html }) => html === undefined)
  return (
    <div class={isSides ? 'drawn-changes sides' : 'drawn-changes'}>
      {isSides && (
        <div class="part cap" aria-hidden="true">
          <span>{labels[0]}</span>
          <span>{labels[1]}</span>
        </div>
      )}
      {drawn.parts.length === 0 && <p class="soft">{words.space.emptyPage}</p>}
      {drawn.parts.map((part, at) =>
        part.kind === 'same' ? <Same key={at} part={part} /> : <Shown key={at} part={part} isChange />,
      )}
    </div>
  )
}

/** The server's renderer escapes every value. */
function Shown({ part, isChange = false }: { part: Part; isChange?: boolean }) {
  const own = isChange
    ? { tabIndex: -1, 'data-change': part.kind, role: 'group' as const, 'aria-label': text.kinds[part.kind] }
    : {}
  if (part.html !== undefined)
    return <div class="part prose" {...own} dangerouslySetInnerHTML={{ __html: part.html }} />
  return (
    <div class="part" {...own}>
      {[part.before, part.after].map((html, at) => (
        <div key={at} class={html ? 'prose' : 'hatched'} dangerouslySetInnerHTML={{ __html: html ?? '' }} />
      ))}
    </div>
  )
}

function Same({ part }: { part: Part }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <button type="button" class="unchanged" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {text.unchanged(part.blocks)}
      </button>
      {isShown && <Shown part={part} />}
    </>
  )
}
