// The outline of a shape, as the attribute `d` of a path.
import { type Box, boxOf, type Point, type Shape } from './shapes.ts'

const HEAD = 14
const ROUND = 6

export function pathOf(shape: Shape): string {
  if (shape.kind === 'pen') return strokePath(shape.points)
  if (shape.kind === 'rectangle') return rectanglePath(boxOf([shape]))
  if (shape.kind === 'ellipse') return ellipsePath(boxOf([shape]))
  const [from, to] = shape.points as [Point, Point]
  const line = `M${from.join(' ')}L${to.join(' ')}`
  return shape.kind === 'arrow' ? line + headPath(from, to) : line
}

/** Curves that have the points as their middles look like a pen. */
function strokePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const [last = first] = points.slice(-1)
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1]!
    return `Q${point.join(' ')} ${(point[0] + next[0]) / 2} ${(point[1] + next[1]) / 2}`
  })
  return `M${first.join(' ')}${curves.join('')}L${last.join(' ')}`
}

function rectanglePath({ left, top, right, bottom }: Box): string {
  const r = Math.min(ROUND, (right - left) / 2, (bottom - top) / 2)
  const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`
  return `M${left + r} ${top}H${right - r}${corner(r, r)}V${bottom - r}${corner(-r, r)}H${left + r}${corner(-r, -r)}V${top + r}${corner(r, -r)}z`
}

function ellipsePath({ left, top, right, bottom }: Box): string {
  const [rx, ry] = [(right - left) / 2, (bottom - top) / 2]
  const half = (x: number) => `a${rx} ${ry} 0 0 1 ${x} 0`
  return `M${left} ${top + ry}${half(right - left)}${half(left - right)}z`
}

function headPath(from: Point, to: Point): string {
  const direction = Math.atan2(to[1] - from[1], to[0] - from[0])
  const wing = (turn: number) =>
    [Math.cos, Math.sin].map((part, axis) => (to[axis]! - HEAD * part(direction + turn)).toFixed(1)).join(' ')
  return `M${wing(0.5)}L${to.join(' ')}L${wing(-0.5)}`
}
