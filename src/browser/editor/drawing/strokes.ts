// Strokes of a pen: fewer points that look the same.
import { MAX_POINTS, type Point } from './shapes.ts'

const TOLERANCE = 0.8

export function simplified(points: readonly Point[]): readonly Point[] {
  let tolerance = TOLERANCE
  let kept = reduce(points, tolerance)
  while (kept.length > MAX_POINTS) {
    tolerance *= 2
    kept = reduce(kept, tolerance)
  }
  return kept
}

/** Douglas and Peucker: a point is kept if it is too far from the line between those kept around it. */
function reduce(points: readonly Point[], tolerance: number): readonly Point[] {
  const keeps = new Set([0, points.length - 1])
  const parts: [from: number, to: number][] = [[0, points.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    const [far, distance] = farthest(points, from, to)
    if (distance <= tolerance) continue
    keeps.add(far)
    parts.push([from, far], [far, to])
  }
  return points.filter((_, index) => keeps.has(index))
}

function farthest(points: readonly Point[], from: number, to: number): [index: number, distance: number] {
  let found: [number, number] = [from, 0]
  for (let index = from + 1; index < to; index++) {
    const distance = distanceOf(points[index]!, points[from]!, points[to]!)
    if (distance > found[1]) found = [index, distance]
  }
  return found
}

function distanceOf([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length === 0) return Math.hypot(x - x1, y - y1)
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
}
