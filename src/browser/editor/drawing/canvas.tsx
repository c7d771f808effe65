// The canvas of a drawing: shapes are drawn, selected, moved and resized with a pointer.
import { useRef, useState } from 'preact/hooks'
import { editorWords } from '../../words-editor.ts'
import { ShapeView } from './shape-view.tsx'
import {
  HEIGHT,
  handlesOf,
  isTiny,
  LEADING,
  moved,
  onCanvas,
  type Point,
  resized,
  type Shape,
  WIDTH,
} from './shapes.ts'
import { simplified } from './strokes.ts'
import { TextField } from './text-field.tsx'
import type { Drawing } from './use-drawing.ts'

const LETTERS = 20
const MAX_RAW = 5000

/** What the pointer does: `shape` is what it has become. An index is that of the shape that it was. */
interface Gesture {
  from: Point
  shape: Shape
  before: Shape
  index?: number
  handle?: number
}

export function Canvas({ drawing, about }: { drawing: Drawing; about: string }) {
  const { shapes, tool, color, selected, typing } = drawing
  const svg = useRef<SVGSVGElement>(null)
  const [gesture, setGesture] = useState<Gesture | undefined>(undefined)
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.current!.getScreenCTM()!.inverse())
    return onCanvas([x, y])
  }
  const pressed = (event: PointerEvent) => {
    if (event.button !== 0 || gesture || (event.target as Element).closest('textarea')) return
    const from = pointOf(event)
    const { handle, index } = targetOf(event)
    if (handle !== undefined) return begin(event, { from, ...same(shapes[selected!]!), index: selected!, handle })
    if (tool === 'select') {
      drawing.select(index)
      if (index !== undefined) begin(event, { from, ...same(shapes[index]!), index })
    } else if (drawing.isFull) return
    else if (tool === 'text') {
      // The field takes the focus, which pressing would move.
      event.preventDefault()
      drawing.type({ shape: newText(from, color) })
    } else begin(event, { from, ...same({ kind: tool, color, points: tool === 'pen' ? [from] : [from, from] }) })
  }
  const begin = (event: PointerEvent, next: Gesture) => {
    svg.current!.setPointerCapture(event.pointerId)
    setGesture(next)
  }
  const went = (event: PointerEvent) => {
    if (!gesture) return
    const points = event.getCoalescedEvents?.() ?? []
    setGesture((points.length > 0 ? points : [event]).map(pointOf).reduce(follow, gesture))
  }
  const released = () => {
    if (!gesture) return
    const { shape, before, index } = gesture
    setGesture(undefined)
    if (index !== undefined) {
      if (shape !== before) drawing.replace(index, shape)
    } else if (shape.kind === 'pen') drawing.add({ ...shape, points: simplified(shape.points) })
    else if (!isTiny(shape)) drawing.add(shape)
  }
  const typed = (shape: Shape | undefined) => {
    const index = typing?.index
    drawing.type(undefined)
    if (index === undefined) shape ? drawing.add(shape) : drawing.setTool('select')
    else if (!shape) drawing.remove(index)
    else if (shape.text !== shapes[index]!.text) drawing.replace(index, shape)
    svg.current!.focus()
  }
  const shown = shapes.map((shape, index) => (gesture?.index === index ? gesture.shape : shape))
  const held = selected === undefined || typing ? undefined : shown[selected]
  return (
    <svg
      ref={svg}
      class={`canvas tool-${tool}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="application"
      aria-label={editorWords.drawing.canvas}
      aria-describedby={about}
      tabindex={0}
      onPointerDown={pressed}
      onPointerMove={went}
      onPointerUp={released}
      onPointerCancel={() => setGesture(undefined)}
      onDblClick={(event) => {
        const { index } = targetOf(event)
        if (tool === 'select' && index !== undefined && shapes[index]!.kind === 'text')
          drawing.type({ shape: shapes[index]!, index })
      }}
    >
      {shown.map((shape, index) =>
        typing?.index === index ? null : (
          <ShapeView
            key={index}
            shape={shape}
            index={index}
            isSelected={index === selected}
            onFocus={() => tool === 'select' && drawing.select(index)}
          />
        ),
      )}
      {gesture && gesture.index === undefined && <ShapeView shape={gesture.shape} isSelected={false} />}
      {held &&
        handlesOf(held).map(([x, y], handle) => (
          <rect
            key={handle}
            class="handle-point"
            data-handle={handle}
            x={x - 6}
            y={y - 6}
            width={12}
            height={12}
            rx={3}
          />
        ))}
      {typing && <TextField typing={typing} done={typed} />}
    </svg>
  )
}

const same = (shape: Shape) => ({ shape, before: shape })

const newText = ([x, y]: Point, color: Shape['color']): Shape => ({
  kind: 'text',
  color,
  points: [
    [x, Math.max(0, y - LETTERS)],
    [x, Math.max(0, y - LETTERS) + LETTERS * LEADING],
  ],
})

/** The shape or the handle below the pointer. */
function targetOf({ target }: Event): { index?: number | undefined; handle?: number | undefined } {
  const numberOf = (name: string) => {
    const found = (target as Element).closest<SVGElement>(`[data-${name}]`)?.dataset[name]
    return found === undefined ? undefined : Number(found)
  }
  return { index: numberOf('index'), handle: numberOf('handle') }
}

function follow(gesture: Gesture, to: Point): Gesture {
  const { from, shape, before, index, handle } = gesture
  if (handle !== undefined) return { ...gesture, shape: resized(before, handle, to) }
  if (index !== undefined) return { ...gesture, shape: moved(before, [to[0] - from[0], to[1] - from[1]]) }
  if (shape.kind !== 'pen') return { ...gesture, shape: { ...shape, points: [from, to] } }
  const isFull = shape.points.length >= MAX_RAW
  return isFull ? gesture : { ...gesture, shape: { ...shape, points: [...shape.points, to] } }
}
