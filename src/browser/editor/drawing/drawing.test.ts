// Drawings keep their shapes in their files, and shapes stay on the canvas whatever is done to them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { begin, changed, redone, undone } from './past.ts'
import {
  boxOf,
  COLORS,
  cleanText,
  HEIGHT,
  handlesOf,
  KINDS,
  MAX_POINTS,
  MAX_SHAPES,
  moved,
  type Point,
  resized,
  type Shape,
  WIDTH,
} from './shapes.ts'
import { simplified } from './strokes.ts'
import { readDrawing, writeDrawing } from './svg.ts'

const points: fc.Arbitrary<Point> = fc.tuple(fc.integer({ min: 0, max: WIDTH }), fc.integer({ min: 0, max: HEIGHT }))
const pair = fc.array(points, { minLength: 2, maxLength: 2 })
const color = fc.constantFrom(...COLORS)
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ kind: fc.constant('pen' as const), color, points: fc.array(points, { minLength: 1, maxLength: 30 }) }),
  fc.record({
    kind: fc.constantFrom(...KINDS.filter((kind) => kind !== 'pen' && kind !== 'text')),
    color,
    points: pair,
  }),
  fc.record({
    kind: fc.constant('text' as const),
    color,
    points: pair,
    text: fc.string({ unit: 'binary' }).map(cleanText),
  }),
)
const anywhere: fc.Arbitrary<Point> = fc.tuple(
  fc.double({ min: -2000, max: 3000, noNaN: true }),
  fc.double({ min: -2000, max: 3000, noNaN: true }),
)

const isOnCanvas = (shape: Shape): boolean => {
  const { left, top, right, bottom } = boxOf([shape])
  const areWhole = shape.points.flat().every(Number.isInteger)
  return areWhole && left >= 0 && top >= 0 && right <= WIDTH && bottom <= HEIGHT
}

describe('a drawing', () => {
  test('that is written and read has the same shapes', () => {
    void fc.assert(
      fc.property(fc.array(shape, { maxLength: 20 }), (shapes) => {
        expect(readDrawing(writeDrawing(shapes))).toEqual(shapes)
      }),
    )
  })

  test('shows its text as text, whatever it says', () => {
    const text = '</text><script>alert(1)</script> & ]]>'
    const svg = writeDrawing([
      {
        kind: 'text',
        color: 'ink',
        points: [
          [0, 0],
          [90, 26],
        ],
        text,
      },
    ])
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;')
  })

  test.each([
    ['a file of another tool', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
    ['another format', '<svg><metadata>{"format":"other","shapes":[]}</metadata></svg>'],
    ['no JSON', '<svg><metadata>{</metadata></svg>'],
    ['nothing', '<svg><metadata>null</metadata></svg>'],
    ['a shape that is none', kept([null])],
    ['an unknown kind', kept([{ kind: 'star', color: 'ink', points: '0 0 1 1' }])],
    ['an unknown color', kept([{ kind: 'line', color: '"onload="', points: '0 0 1 1' }])],
    ['half a point', kept([{ kind: 'pen', color: 'ink', points: '0 0 1' }])],
    ['a point elsewhere', kept([{ kind: 'line', color: 'ink', points: '0 0 5000 1' }])],
    [
      'too many points',
      kept([
        {
          kind: 'pen',
          color: 'ink',
          points: Array(2 * MAX_POINTS + 2)
            .fill(1)
            .join(' '),
        },
      ]),
    ],
    ['too many shapes', kept(Array(MAX_SHAPES + 1).fill({ kind: 'line', color: 'ink', points: '0 0 1 1' }))],
    ['too much text', kept([{ kind: 'text', color: 'ink', points: '0 0 1 1', text: 'a'.repeat(600) }])],
  ])('is not read from %s', (_what, svg) => {
    expect(readDrawing(svg)).toBeUndefined()
  })

  function kept(shapes: unknown): string {
    return `<svg><metadata>${JSON.stringify({ format: 'lectern-drawing-1', shapes })}</metadata></svg>`
  }
})

describe('a shape', () => {
  test('stays on the canvas, wherever it is moved and resized to', () => {
    void fc.assert(
      fc.property(shape, anywhere, fc.nat(3), (before, to, handle) => {
        expect(isOnCanvas(moved(before, to))).toBe(true)
        expect(isOnCanvas(resized(before, handle % handlesOf(before).length, to))).toBe(true)
      }),
    )
  })

  test('is resized from the handle that is dragged', () => {
    const box: Shape = {
      kind: 'rectangle',
      color: 'ink',
      points: [
        [100, 100],
        [200, 150],
      ],
    }
    expect(boxOf([resized(box, 3, [300, 300])])).toEqual({ left: 100, top: 100, right: 300, bottom: 300 })
    expect(boxOf([resized(box, 0, [50, 120])])).toEqual({ left: 50, top: 120, right: 200, bottom: 150 })
  })
})

test('a stroke keeps its ends and its corners, and has a bounded number of points', () => {
  const straight = Array.from({ length: 100 }, (_, x): Point => [x, 0])
  const corner = Array.from({ length: 100 }, (_, y): Point => [99, y])
  expect(simplified([...straight, ...corner])).toEqual([
    [0, 0],
    [99, 0],
    [99, 99],
  ])
  const wild = Array.from({ length: 5000 }, (_, index): Point => [(index * 577) % WIDTH, (index * 331) % HEIGHT])
  expect(simplified(wild).length).toBeLessThanOrEqual(MAX_POINTS)
})

test('what was undone is redone, until something else is drawn', () => {
  const three = changed(changed(begin(1), 2), 3)
  expect(undone(three).now).toBe(2)
  expect(redone(undone(three)).now).toBe(3)
  expect(undone(undone(undone(three))).now).toBe(1)
  expect(redone(changed(undone(three), 4)).now).toBe(4)
})
