import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issuesInSchema } from '../../../shapes/json-schema.ts'
import { type ClaimRow, rowsOf, TYPES, withRows } from './adaptive-rows.ts'

const row = fc.record({
  name: fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,8}$/).filter((name) => name !== 'unsigned'),
  type: fc.constantFrom(...TYPES),
  values: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 }),
  description: fc.string({ maxLength: 10 }),
  isSigned: fc.boolean(),
  source: fc.constant({}),
})
const rows = fc.uniqueArray(row, { selector: ({ name, isSigned }) => `${isSigned} ${name}` })

/** Only these types have values. */
const shown = ({ source: _source, ...rest }: ClaimRow) => ({
  ...rest,
  values: rest.type === 'string' || rest.type === 'list' ? rest.values : [],
})
const sorted = (all: readonly ClaimRow[]) =>
  all.map(shown).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

test('what is entered in the form is a schema that the API takes, and is shown again', () => {
  fc.assert(
    fc.property(rows, (entered) => {
      const schema = withRows(undefined, entered)
      expect(issuesInSchema(schema)).toEqual([])
      expect(sorted(rowsOf(schema)!)).toEqual(sorted(entered))
      expect(withRows(schema, rowsOf(schema)!)).toEqual(schema)
    }),
  )
})

test('what the form does not show stays', () => {
  const nested = {
    type: 'object',
    description: '',
    properties: { b: { type: 'boolean', description: '' } },
    additionalProperties: false,
  }
  const list = { type: 'array', description: '', items: { type: 'number', description: 'n' } }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      nested,
      list,
      unsigned: { type: 'object', description: 'x', properties: {}, additionalProperties: false },
    },
    additionalProperties: false,
  }
  expect(withRows(schema, rowsOf(schema)!)).toEqual(schema)
  for (const text of [undefined, null, 'text', [], { type: 'object' }]) expect(rowsOf(text)).toBeUndefined()
})
