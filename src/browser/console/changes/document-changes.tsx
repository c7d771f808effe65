// What changed in a page, drawn by the server with the renderer of sites. What is unchanged is folded, and read when
// somebody opens it.
import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { BlockButton } from '../comments/block-button.tsx'
import { commentAt, markText } from '../comments/drawn-marks.ts'
import { SelectionButton } from '../comments/selection-button.tsx'
import { choose, type Marked } from '../comments/state.ts'
import { Read } from '../reading.tsx'
import { type Drawn, type Source, useDrawn } from './drawn.ts'

type Part = Drawn['parts'][number]

const text = words.changes

/** The comments on a page whose changes are shown. */
export interface ShownComments {
  marked: readonly Marked[]
  mayAdd: boolean
}

interface Props {
  drawn: Drawn
  source: Source
  labels: [string, string]
  /** None are shown without them. */
  comments: ShownComments | undefined
}

export function DocumentChanges({ drawn, source, labels, comments }: Props) {
  const isSides = source.view === 'sides'
  const body = useRef<HTMLDivElement>(null)
  const clicked = (event: MouseEvent) => {
    const id = comments && commentAt(event)
    if (id !== undefined) choose(id)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys to walk through comments are those of the panel
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div ref={body} class={isSides ? 'drawn-changes sides' : 'drawn-changes'} onClick={clicked}>
      {isSides && (
        <div class="part cap" aria-hidden="true">
          <span>{labels[0]}</span>
          <span>{labels[1]}</span>
        </div>
      )}
      {drawn.parts.length === 0 && <p class="soft">{words.space.emptyPage}</p>}
      {drawn.parts.map((part, at) =>
        part.kind === 'same' ? (
          <Same key={`${source.view} ${at}`} source={source} at={at} blocks={part.blocks} marked={comments?.marked} />
        ) : (
          <Shown key={at} part={part} marked={comments?.marked} isChange />
        ),
      )}
      {comments?.mayAdd && (
        <>
          <SelectionButton body={body} />
          <BlockButton body={body} parts="[data-change]" />
        </>
      )}
    </div>
  )
}

interface ShownProps {
  part: Part
  marked: readonly Marked[] | undefined
  isChange?: boolean
}

/** The server's renderer escapes every value. */
function Shown({ part, marked, isChange = false }: ShownProps) {
  const element = useRef<HTMLDivElement>(null)
  const { html, before, after } = part
  useEffect(() => (marked ? markText(element.current!, marked) : undefined), [html, after, marked])
  const own = isChange
    ? { tabIndex: -1, 'data-change': part.kind, role: 'group' as const, 'aria-label': text.kinds[part.kind] }
    : {}
  if (html !== undefined)
    return <div ref={element} class="part prose" {...own} dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <div ref={element} class="part" {...own}>
      {[before, after].map((side, at) => (
        <div key={at} class={side ? 'prose' : 'hatched'} dangerouslySetInnerHTML={{ __html: side ?? '' }} />
      ))}
    </div>
  )
}

interface SameProps {
  source: Source
  at: number
  marked: readonly Marked[] | undefined
}

function Same({ blocks, ...opened }: SameProps & { blocks: number }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <button type="button" class="unchanged" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {text.unchanged(blocks)}
      </button>
      {isShown && <Opened {...opened} />}
    </>
  )
}

const Opened = ({ source, at, marked }: SameProps) => (
  <Read of={useDrawn(source, at)}>
    {({ parts }) => parts.map((part) => <Shown key={at} part={part} marked={marked} />)}
  </Read>
)
