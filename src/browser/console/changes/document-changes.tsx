// What changed in a page, drawn by the server with the renderer of sites. What is unchanged is folded, and read when
// somebody opens it.
import { useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { Read } from '../reading.tsx'
import { type Drawn, type Source, useDrawn } from './drawn.ts'

type Part = Drawn['parts'][number]

const text = words.changes

interface Props {
  drawn: Drawn
  source: Source
  labels: [string, string]
}

export function DocumentChanges({ drawn, source, labels }: Props) {
  const isSides = source.view === 'sides'
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
        part.kind === 'same' ? (
          <Same key={`${source.view} ${at}`} source={source} at={at} blocks={part.blocks} />
        ) : (
          <Shown key={at} part={part} isChange />
        ),
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

function Same({ source, at, blocks }: { source: Source; at: number; blocks: number }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <button type="button" class="unchanged" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {text.unchanged(blocks)}
      </button>
      {isShown && <Opened source={source} at={at} />}
    </>
  )
}

const Opened = ({ source, at }: { source: Source; at: number }) => (
  <Read of={useDrawn(source, at)}>{({ parts }) => parts.map((part) => <Shown key={at} part={part} />)}</Read>
)
