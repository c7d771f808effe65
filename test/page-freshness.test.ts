// A page of the current content is the one that reading its revision by name gives: whatever was edited, here or on another
// node.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../src/engine/changes/change.ts'
import { addressOf } from '../src/markdown/options.ts'
import { createSpace } from './support/content.ts'
import { documentOf, edit } from './support/edits.ts'
import type { Http } from './support/http.ts'
import { startedServer } from './support/server.ts'

const server = startedServer()

const PAGES = ['a', 'b', 'c', 'd', 'e', 'f']
const WORDS = ['port', 'ferry', 'island']
const FILE = { id: 'file', name: 'map.png', contentType: 'image/png', size: 1 }
const FORMATS = ['', 'format=markdown', 'format=document&evaluated=true']

const page = fc.constantFrom(...PAGES)
const word = fc.constantFrom(...WORDS)
const linking = (to: string, text: string) =>
  documentOf(
    `${text} [there](${addressOf({ kind: 'page', page: to })}), [a map](${addressOf({ kind: 'file', file: FILE.id })}), <code class="expression">space.vars.name</code>`,
  )

const change = fc.oneof(
  fc.record({ operation: fc.constant('update_page' as const), page, title: word }),
  fc.record({ operation: fc.constant('update_page' as const), page, slug: word }),
  fc.record({ operation: fc.constant('update_page' as const), page, into: fc.option(page), at: fc.nat(2) }),
  fc.record({
    operation: fc.constant('update_page' as const),
    page,
    document: fc.tuple(page, word).map((of) => linking(...of)),
  }),
  fc.record({ operation: fc.constant('delete_page' as const), page }),
  fc.record({ operation: fc.constant('insert_page' as const), id: page, title: word, into: page }),
  fc.record({ operation: fc.constant('set_variables' as const), variables: fc.record({ name: word }) }),
  fc.record({ operation: fc.constant('delete_files' as const), files: fc.constant<string[]>([FILE.id]) }),
  word.map((name) => ({ operation: 'insert_files' as const, files: [{ ...FILE, name: `${name}.png` }] })),
)

/** Each page by its id and by every path that it might have, in each format. */
async function readAll(http: Http, space: string, revision?: string) {
  const ask = async (address: string, format: string) => {
    const query = [format, revision && `revision=${revision}`].filter(Boolean).join('&')
    const { status, body } = await http.get(`/v1/spaces/${space}/content/${address}?${query}`)
    return [`${address} ${format}`, status === 200 ? body : status] as const
  }
  const addresses = [...PAGES.map((id) => `page/${id}`), ...WORDS.map((slug) => `path/${slug}`), 'path/port/ferry']
  const asked = addresses.flatMap((address) => FORMATS.map((format) => ask(address, format)))
  return Object.fromEntries(await Promise.all(asked))
}

test('a page after an edit is what reading the new revision gives', async () => {
  const other = await server.node()
  const readers = [server.admin.http, other.http]
  const property = fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 8 }), async (changes) => {
    const { id: space } = await createSpace(server)
    const first: Change[] = PAGES.map((id, at) => ({
      operation: 'insert_page',
      id,
      title: id,
      ...(at % 2 === 1 && { into: PAGES[at - 1]! }),
      document: linking(PAGES[(at + 1) % PAGES.length]!, id),
    }))
    await edit(server, { space }, [{ operation: 'insert_files', files: [FILE] }, ...first])
    for (const [turn, next] of changes.entries()) {
      // An edit may be impossible, such as a move of a page into itself.
      const revision = await edit(server, { space }, [next]).catch(() => undefined)
      if (revision === undefined) continue
      const http = readers[turn % 2]!
      expect(await readAll(http, space)).toEqual(await readAll(http, space, revision))
    }
  })
  await fc.assert(property, { numRuns: 3 })
}, 120_000)
