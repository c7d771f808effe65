// A drawing as a file: an SVG that every browser shows, and its shapes in it, so that it can be edited again.
import { pathOf } from './paths.ts'
import {
  boxOf,
  COLORS,
  type Color,
  cleanText,
  HEIGHT,
  KINDS,
  LEADING,
  linesOf,
  MAX_ALL_POINTS,
  MAX_POINTS,
  MAX_SHAPES,
  MAX_TEXT,
  pointsIn,
  type Shape,
  sizeOf,
  WIDTH,
} from './shapes.ts'

/** Each color on light and on dark ground. */
const INKS: Record<Color, readonly [light: string, dark: string]> = {
  ink: ['#1d1b16', '#ece8df'],
  gray: ['#686357', '#a39d90'],
  blue: ['#1f5884', '#98c8ee'],
  green: ['#2a6341', '#93d1aa'],
  orange: ['#9a3412', '#fdba74'],
  red: ['#a51d31', '#ffa3a6'],
}

export const FONT = 'Inter, system-ui, sans-serif'
const MARGIN = 20
const FORMAT = 'lectern-drawing-1'
/** No drawing within the limits has a longer file. */
export const MAX_FILE = 4_000_000

export function writeDrawing(shapes: readonly Shape[]): string {
  const { left, top, right, bottom } = boxOf(shapes)
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN]
  const box = [left - MARGIN, top - MARGIN, width, height].join(' ')
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">`,
    `<metadata>${escaped(JSON.stringify({ format: FORMAT, shapes: shapes.map(packed) }))}</metadata>`,
    `<style>@media (prefers-color-scheme:dark){${darkRules(shapes)}}</style>`,
    '<g fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">',
    ...shapes.map(drawn),
    '</g>',
    '</svg>',
  ]
  return lines.join('\n')
}

const darkRules = (shapes: readonly Shape[]): string =>
  COLORS.filter((color) => shapes.some((shape) => shape.color === color))
    .map((color) => `path.${color}{stroke:${INKS[color][1]}}text.${color}{fill:${INKS[color][1]}}`)
    .join('')

function drawn(shape: Shape): string {
  const { kind, color } = shape
  const [light] = INKS[color]
  if (kind !== 'text') return `<path class="${color}" stroke="${light}" d="${pathOf(shape)}"/>`
  const { left, top } = boxOf([shape])
  const size = sizeOf(shape)
  const spans = linesOf(shape).map(
    (line, index) => `<tspan x="${left}" y="${baselineOf(top, size, index)}">${escaped(line)}</tspan>`,
  )
  const look = `font-family="${FONT}" font-size="${size.toFixed(2)}" xml:space="preserve"`
  return `<text class="${color}" fill="${light}" ${look}>${spans.join('')}</text>`
}

export const baselineOf = (top: number, size: number, line: number): string =>
  (top + size * (LEADING * line + 1)).toFixed(1)

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => SIGNS[sign]!)
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Points are most of a file: `x y x y` is half as long. */
const packed = ({ points, ...rest }: Shape) => ({ ...rest, points: points.flat().join(' ') })

/** The shapes of a file; undefined if it is no drawing of the editor, or if anything in it is not as written here. */
export function readDrawing(svg: string): readonly Shape[] | undefined {
  if (svg.length > MAX_FILE) return undefined
  const [, kept] = /<metadata>([^<]*)<\/metadata>/.exec(svg) ?? []
  if (kept === undefined) return undefined
  try {
    const { format, shapes } = JSON.parse(unescaped(kept)) as { format?: unknown; shapes?: unknown }
    if (format !== FORMAT || !Array.isArray(shapes) || shapes.length > MAX_SHAPES) return undefined
    const read = shapes.map(readShape)
    return read.every((shape) => shape !== undefined) && pointsIn(read) <= MAX_ALL_POINTS ? read : undefined
  } catch {
    return undefined
  }
}

function readShape(value: unknown): Shape | undefined {
  const { kind, color, points, text } = value as Record<string, unknown>
  const known = { kind: KINDS.find((each) => each === kind), color: COLORS.find((each) => each === color) }
  const numbers = String(points).split(' ').map(Number)
  const pairs = numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1]!] as const] : []))
  const areThere = pairs.every(([x, y]) => isOn(x, WIDTH) && isOn(y, HEIGHT))
  const isFull = known.kind === 'pen' ? pairs.length <= MAX_POINTS : pairs.length === 2
  if (!known.kind || !known.color || !areThere || !isFull) return undefined
  const shape = { kind: known.kind, color: known.color, points: pairs }
  if (known.kind !== 'text') return shape
  return typeof text === 'string' && text.length <= MAX_TEXT && text === cleanText(text)
    ? { ...shape, text }
    : undefined
}

const isOn = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most
