// What a drawing is made of: shapes of points on a canvas of one size, and what can be done to them.

export const WIDTH = 960
export const HEIGHT = 540

export const KINDS = ['pen', 'line', 'arrow', 'rectangle', 'ellipse', 'text'] as const
export type Kind = (typeof KINDS)[number]

export const COLORS = ['ink', 'gray', 'blue', 'green', 'orange', 'red'] as const
export type Color = (typeof COLORS)[number]

export type Point = readonly [x: number, y: number]

/** A stroke has all its points, everything else two: ends of a line, or opposite corners. */
export interface Shape {
  kind: Kind
  color: Color
  points: readonly Point[]
  text?: string
}

export const MAX_SHAPES = 500
/** Of one stroke, and of a drawing. */
export const MAX_POINTS = 1000
export const MAX_ALL_POINTS = 50_000
export const MAX_TEXT = 500

export const pointsIn = (shapes: readonly Shape[]): number =>
  shapes.reduce((count, { points }) => count + points.length, 0)

/** Nothing more can be drawn. */
export const isFull = (shapes: readonly Shape[]): boolean =>
  shapes.length >= MAX_SHAPES || pointsIn(shapes) + MAX_POINTS > MAX_ALL_POINTS

/** The height of a line of text, in sizes of its letters. */
export const LEADING = 1.3
const LEAST_LINE = 10

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const linesOf = ({ text = '' }: Shape): string[] => text.split('\n')

/** How large the letters of a text are: it fills its height. */
export const sizeOf = (shape: Shape): number => {
  const { top, bottom } = boxOf([shape])
  return Math.max((bottom - top) / linesOf(shape).length, LEAST_LINE) / LEADING
}

export function boxOf(shapes: readonly Shape[]): Box {
  const box = { left: WIDTH, top: HEIGHT, right: 0, bottom: 0 }
  for (const [x, y] of shapes.flatMap(({ points }) => points)) {
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** The nearest point of the canvas. */
export const onCanvas = ([x, y]: Point): Point => [between(Math.round(x), 0, WIDTH), between(Math.round(y), 0, HEIGHT)]

/** It stays on the canvas. */
export function moved(shape: Shape, [right, down]: Point): Shape {
  const box = boxOf([shape])
  const by = [
    between(Math.round(right), -box.left, WIDTH - box.right),
    between(Math.round(down), -box.top, HEIGHT - box.bottom),
  ] as const
  return { ...shape, points: shape.points.map(([x, y]) => [x + by[0], y + by[1]]) }
}

export const hasEnds = ({ kind }: Shape): boolean => kind === 'line' || kind === 'arrow'

/** Where a shape is taken hold of to resize it: its ends, or its corners. The last one is at the end. */
export function handlesOf(shape: Shape): readonly Point[] {
  if (hasEnds(shape)) return shape.points
  const { left, top, right, bottom } = boxOf([shape])
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ]
}

/** The shape after one of its handles was dragged to a point: the opposite one stays. */
export function resized(shape: Shape, handle: number, to: Point): Shape {
  if (hasEnds(shape))
    return { ...shape, points: shape.points.map((point, index) => (index === handle ? onCanvas(to) : point)) }
  const handles = handlesOf(shape)
  const [x, y] = handles[handle]!
  const [fixedX, fixedY] = handles[handles.length - 1 - handle]!
  const [toX, toY] = onCanvas(to)
  const byX = x === fixedX ? 1 : (toX - fixedX) / (x - fixedX)
  const byY = y === fixedY ? 1 : (toY - fixedY) / (y - fixedY)
  const least = (linesOf(shape).length * LEAST_LINE) / Math.max(Math.abs(y - fixedY), 1)
  // Letters keep their proportions, and never stand on their heads.
  const [scaleX, scaleY] = shape.kind === 'text' ? [Math.max(byY, least), Math.max(byY, least)] : [byX, byY]
  const scaled = shape.points.map(
    ([px, py]): Point => [fixedX + (px - fixedX) * scaleX, fixedY + (py - fixedY) * scaleY],
  )
  return { ...shape, points: scaled.map(onCanvas) }
}

/** Text with the size of letters and the width that it has; without characters that files of drawings cannot have. */
export function textAt([x, y]: Point, color: Color, text: string, size: number, width: number): Shape {
  const clean = cleanText(text)
  const high = size * LEADING * clean.split('\n').length
  const left = between(x, 0, WIDTH - Math.min(width, WIDTH))
  const top = between(y, 0, HEIGHT - Math.min(high, HEIGHT))
  return {
    kind: 'text',
    color,
    points: [[left, top] as const, [left + width, top + high] as const].map(onCanvas),
    text: clean,
  }
}

export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
    .slice(0, MAX_TEXT)
    .toWellFormed()

/** Too small to be meant: a click instead of a drag. */
export function isTiny(shape: Shape): boolean {
  const { left, top, right, bottom } = boxOf([shape])
  return shape.kind !== 'text' && right - left < 3 && bottom - top < 3
}
