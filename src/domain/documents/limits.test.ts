// @only-sqlite
// Documents that are too deep or have too many cells are rejected before anything walks them.
import { beforeAll, describe, expect, test } from 'vitest'
import { document } from '../../../test/support/deep.ts'
import { newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import { findExceededLimit, MAX_CELLS, MAX_NESTING } from './limits.ts'

const server = startedServer()

let space: Pages & { id: string }

beforeAll(async () => {
  space = await newSpace(server)
})

const whole = (...nodes: object[]) => ({ object: 'document', data: {}, nodes })

const named = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]))

const table = (columns: number, rows: number) => ({
  object: 'block',
  type: 'table',
  isVoid: true,
  data: {
    view: { type: 'grid', columns: [], hideHeader: false },
    definition: named(columns, { type: 'text', title: '', textAlignment: 'left' }),
    records: named(rows, { orderIndex: 'a', values: {} }),
  },
  fragments: [],
})

const refusal = async (document: object) => {
  const { status, body } = await space.write({ operation: 'insert_page', title: 'Large', document })
  return status === 400 ? body.error.issues[0] : status
}

describe('a document', () => {
  test('updateSpaceContent: has a maximum depth', async () => {
    expect(await refusal({ document: document(2 * (MAX_NESTING - 10)) })).toBe(200)
    expect(await refusal({ document: document(440) })).toMatchObject({
      path: expect.stringMatching(/^changes\.0\.document\.document\.nodes\.0\.nodes\.0/),
      message: `must not be nested deeper than ${MAX_NESTING} nodes`,
    })
  })

  test('updateSpaceContent: has a maximum number of cells per table', async () => {
    expect(await refusal({ document: whole(table(200, MAX_CELLS / 200 + 1)) })).toEqual({
      path: 'changes.0.document.document.nodes.0',
      message: `must not have more than ${MAX_CELLS} cells`,
    })
    expect(await refusal({ document: whole(table(10, 10)) })).toBe(200)
  })

  test('limits apply to invalid documents too', () => {
    for (const value of [undefined, null, 1, 'x', [], { nodes: 1 }, { nodes: [null, 1] }])
      expect(findExceededLimit(value)).toBeUndefined()
  })
})
