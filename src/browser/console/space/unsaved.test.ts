import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../markdown/index.ts'
import { writeUnsaved } from './unsaved.ts'

test('what is kept is the JSON of it, also when blocks are kept again', () => {
  const { document } = parseMarkdown('## One\n\nTwo “words”, and more.\n\n* Three')
  const empty = { ...document, nodes: [] }
  for (const fields of [{}, { title: 'T' }, { title: 'T', document }, { document }, { title: 'T', document: empty }])
    for (const unsaved of [
      { base: 'r1', address: '/app/1', fields },
      { base: 'r2', address: '/app/1', fields },
    ])
      expect(JSON.parse(writeUnsaved(unsaved))).toEqual(unsaved)
})
