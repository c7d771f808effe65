import { expect, test } from 'vitest'
import type { Document } from '../engine/document.ts'
import { listOperationSections } from './operation-sections.ts'

const document: Document = {
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'openapi-operation',
      data: { ref: { kind: 'openapi', spec: 'ferry' }, method: 'post', path: '/replay' },
    },
  ],
}

const textOf = (description: string): string | undefined =>
  listOperationSections(
    document,
    () =>
      ({
        operations: [{ method: 'post', path: '/replay', title: 'Replay', description, tags: [] }],
      }) as never,
  )[0]?.text

test('descriptions of operations are found and shown without their markup', () => {
  expect(textOf('At the front of its **queue**, see [limits](https://example.com/).\n\n* `one`\n* two')).toBe(
    'POST /replay\nAt the front of its queue, see limits.\none\ntwo',
  )
  expect(textOf('Plain.')).toBe('POST /replay\nPlain.')
  expect(textOf(`${'> '.repeat(5000)}deep`)).toContain('deep')
})
