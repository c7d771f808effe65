// PDFs of spaces and change requests, read back with another program.
import { describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { readPdf } from '../../../test/support/pdf.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Change } from '../../engine/changes/change.ts'
import { storeFile } from '../../files/store-file.ts'

const server = startedServer()

const page = (id: string, markdown: string, more: object = {}): Change => ({
  operation: 'insert_page',
  id,
  title: id,
  document: documentOf(markdown),
  ...more,
})

async function spaceWith(...changes: Change[]): Promise<string> {
  const { body } = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, { title: 'Handbook' })
  if (changes.length > 0) await edit(server, { space: body.id }, changes)
  return body.id
}

async function print(path: string, query = '') {
  const { status, body } = await server.admin.http.get(`/v1/spaces/${path}/pdf${query}`)
  expect(status).toBe(200)
  return { url: body.url as string, ...(await open(body.url)) }
}

async function open(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const read = async (path: string, query = '') => {
  const { status, bytes } = await print(path, query)
  expect(status, Buffer.from(bytes).toString().slice(0, 300)).toBe(200)
  return readPdf(bytes)
}

describe('a PDF of a space', () => {
  test('getSpacePDF: has a cover, contents, an outline, and what the pages say', async () => {
    const space = await spaceWith(
      page('First', 'Hello **world**, see [the second](Second.md) and [elsewhere](https://example.com/a).\n\n## Part one'),
      page('Second', 'The other page.'),
    )
    const { pages, outline, links, info } = await read(space)
    expect(pages).toHaveLength(4)
    expect(pages[0]).toContain('Handbook')
    expect(pages[1]).toMatch(/Contents[\s\S]*First[\s\S]*3[\s\S]*Second[\s\S]*4/)
    expect(pages[2]).toContain('Hello world')
    expect(pages[3]).toContain('The other page.')
    expect(outline).toEqual(['First', '  Part one', 'Second'])
    expect(links[2]).toContain('https://example.com/a')
    expect(pages[2]).toContain('example.com/a')
    expect(info).toMatchObject({ Title: 'Handbook', Author: expect.any(String) })
  })
})

test.skip('x', () => {
  void storeFile
})
