// @only-sqlite
// Every layout option of a page changes what readers get, in the way that this table says.
import { beforeAll, describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite } from '../../../test/support/sites.ts'
import { Layout } from '../../shapes/content.ts'

const server = startedServer()

/** Two values of the option, and what is in the page with the first only. */
const TABLE: Record<string, { values: [unknown, unknown]; shows: RegExp; showsOther?: RegExp }> = {
  width: { values: ['wide', 'default'], shows: /<main class="article width-wide"/ },
  cover: { values: [true, false], shows: /<img src="https:\/\/pictures\.example\/cover\.png"/ },
  coverSize: {
    values: ['full', 'hero'],
    shows: /<img [^>]*class="cover full p50"[^>]*>\s*<div class="wrap columns/,
    showsOther: /<main [^>]*>\s*<img [^>]*class="cover hero p50"/,
  },
  title: { values: [true, false], shows: /<h1>Page/, showsOther: /<h1 class="sr">Page/ },
  description: { values: [true, false], shows: /<p class="lead">About it/ },
  tableOfContents: { values: [true, false], shows: /<nav class="side"/ },
  outline: { values: [true, false], shows: /<aside class="outline"/ },
  pagination: { values: [true, false], shows: /<nav class="pager"/ },
  metadata: { values: [true, false], shows: /Updated \d/ },
}

let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found())
  const cover = { ref: { kind: 'url', url: 'https://pictures.example/cover.png' }, yPos: 0 }
  const document = documentOf('## One\n\nText.\n\n## Two\n\nText.')
  const page = { id: 'page', title: 'Page', description: 'About it', cover, document }
  await edit(server, { space: site.spaces[0]! }, [{ operation: 'insert_page', ...page }])
})

async function readWith(layout: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> {
  const change = { operation: 'update_page', page: 'page', layout, ...more } as Parameters<typeof edit>[2][number]
  await edit(server, { space: site.spaces[0]! }, [change])
  return (await readUrl(server, `${site.url}page`, { accept: 'text/html' })).text
}

describe('a layout option', () => {
  test('of the schema has a line', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(Layout.properties).sort())
  })

  test.each(Object.entries(TABLE))('%s has its effect', async (name, { values, shows, showsOther }) => {
    const [one, other] = [await readWith({ [name]: values[0] }), await readWith({ [name]: values[1] })]
    expect(one).toMatch(shows)
    expect(other).not.toMatch(shows)
    if (showsOther) expect(other).toMatch(showsOther)
  })

  test('the position of a cover is kept', async () => {
    const ref = { kind: 'url', url: 'https://pictures.example/cover.png' }
    for (const [yPos, position] of [
      [-240, 'p5'],
      [120, 'p75'],
      [9999, 'p100'],
    ] as const)
      expect(await readWith({ cover: true }, { cover: { ref, yPos } })).toContain(`class="cover full ${position}"`)
  })
})
