// The state of a drawing that is being made, and what can be done to it.
import { useRef, useState } from 'preact/hooks'
import { amended, begin, changed, type Past, redone, undone } from './past.ts'
import {
  type Color,
  HEIGHT,
  handlesOf,
  isFull,
  type Kind,
  moved,
  type Point,
  resized,
  type Shape,
  WIDTH,
} from './shapes.ts'

export type Tool = 'select' | Kind

/** Text that is being typed: a new one, or that of a shape. */
export interface Typing {
  shape: Shape
  index?: number
}

export type Drawing = ReturnType<typeof useDrawing>

export function useDrawing(first: readonly Shape[]) {
  const [past, setPast] = useState<Past<readonly Shape[]>>(() => begin(first))
  const [tool, setTool] = useState<Tool>(first.length > 0 ? 'select' : 'pen')
  const [color, setColor] = useState<Color>('ink')
  const [selected, select] = useState<number | undefined>(undefined)
  const [typing, type] = useState<Typing | undefined>(undefined)
  const shapes = past.now
  /** The shape that keys move, for as long as they do nothing else. */
  const nudged = useRef<number | undefined>(undefined)
  const change = (next: readonly Shape[], by: typeof changed = changed) => {
    nudged.current = undefined
    setPast((before) => by(before, next))
  }
  const at = selected === undefined ? undefined : shapes[selected]
  const replace = (index: number, shape: Shape, by?: typeof changed) =>
    change(
      shapes.map((each, place) => (place === index ? shape : each)),
      by,
    )
  /** One after the other they are undone together. */
  const nudge = (shape: Shape) => {
    replace(selected!, shape, nudged.current === selected ? amended : changed)
    nudged.current = selected
  }
  const step = (to: typeof undone) => {
    nudged.current = undefined
    select(undefined)
    setPast(to)
  }
  return {
    shapes,
    tool,
    color: at?.color ?? color,
    selected: at && selected,
    typing,
    isFull: isFull(shapes),
    isChanged: past.before.length > 0,
    canUndo: past.before.length > 0,
    canRedo: past.after.length > 0,
    select,
    type,
    replace,
    setTool(next: Tool) {
      setTool(next)
      if (next !== 'select') select(undefined)
    },
    /** Of what is selected, and of what is drawn from now on. */
    setColor(next: Color) {
      setColor(next)
      if (at && at.color !== next) replace(selected!, { ...at, color: next })
    },
    /** A pen goes on; everything else is selected, to be moved. */
    add(shape: Shape) {
      if (isFull(shapes)) return
      change([...shapes, shape])
      if (shape.kind === 'pen') return
      setTool('select')
      select(shapes.length)
    },
    remove(index = selected) {
      if (index === undefined) return
      change(shapes.filter((_, place) => place !== index))
      select(undefined)
    },
    move(by: Point) {
      if (at) nudge(moved(at, by))
    },
    /** Drags its last handle. */
    grow([right, down]: Point) {
      const [x, y] = at ? handlesOf(at).at(-1)! : [0, 0]
      if (at) nudge(resized(at, handlesOf(at).length - 1, [x + right, y + down]))
    },
    undo: () => step(undone),
    redo: () => step(redone),
  }
}

/** A shape for those who have no pointer: in the middle, each a little further. */
export function shapeInMiddle(kind: Exclude<Kind, 'pen'>, color: Color, count: number): Shape {
  const shift = (count % 8) * 16
  const [x, y] = [WIDTH / 2 - 80 + shift, HEIGHT / 2 - 50 + shift]
  const isLine = kind === 'line' || kind === 'arrow'
  return {
    kind,
    color,
    points: [
      [x, y],
      [x + 160, isLine ? y : y + 100],
    ],
  }
}
