// @only-sqlite
// Every block that the editor inserts is one that clients of the API can read: replies are checked against the reference
// contract.
import { describe, expect, test } from 'vitest'
import { writeBlock } from '../src/browser/editor/document/writing.ts'
import { formats } from '../src/browser/editor/formats.ts'
import { schema } from '../src/browser/editor/schema.ts'
import { createSpace } from './support/content.ts'
import { startedServer } from './support/server.ts'

const server = startedServer()

describe('the editor', () => {
  const insertions = formats.flatMap(({ insertions = [] }) => insertions)
  test.each(insertions.map((insertion) => [insertion.label, insertion] as const))(
    'inserts %s',
    async (_label, each) => {
      const made = each.create(schema)
      made.check()
      const document = { object: 'document', data: {}, nodes: [writeBlock(made)] }
      const { id } = await createSpace(server, { title: 'Blocks' })
      const { body } = await server.admin.http.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Block', document: { document } }],
      })
      const page = await server.admin.http.get(
        `/v1/spaces/${id}/content/page/${body.changes[0].page.id}?format=document&evaluated=true`,
      )
      expect(page.status).toBe(200)
      expect(page.body.document.nodes.length).toBeGreaterThan(0)
    },
  )
})
