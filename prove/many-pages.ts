// Requests about many pages at once.
import { strToU8, zipSync } from 'fflate'
import { type Attack, ask, fetching, insert, type Scene } from './attack.ts'
import type { Reply } from './client.ts'

const SENTENCE = 'The quick *brown* fox jumps over [the lazy](https://example.com/dog) dog, again and again. '
const PARAGRAPH = `${SENTENCE}${'And so does the slow one. '.repeat(12)}\n\n`

const markdownOf = (bytes: number) => PARAGRAPH.repeat(Math.ceil(bytes / PARAGRAPH.length))

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Many pages in one call, each too small for a thread. */
export const writingBatch =
  (count: number, bytes: number): Attack =>
  async (scene, begin) => {
    const changes = numbers(count).map((at) => insert(`Page ${at}`, { markdown: `${at}\n\n${markdownOf(bytes)}` }))
    await begin()
    return (await ask(scene, `/v1/spaces/${scene.space}/content`, { changes })).status
  }

/** The largest import: its last step writes all pages in one transaction. */
export const importingArchive =
  (count: number, bytes: number): Attack =>
  async (scene, begin) => {
    const pages = numbers(count).map((at): [string, Uint8Array] => [
      `folder-${at % 20}/page-${at}.md`,
      strToU8(`# Page ${at}\n\n[Next](page-${(at + 20) % count}.md)\n\n${markdownOf(bytes)}`),
    ])
    const url = scene.serve('pages.zip', 'application/zip', zipSync(Object.fromEntries(pages), { level: 1 }))
    await begin()
    return (await ask(scene, `/v1/spaces/${scene.space}/content/import`, { source: 'zip', url })).status
  }

const subtree = (count: number): Record<string, string> => ({
  'README.md': '# Home\n',
  'top.md': '# Top\n',
  'SUMMARY.md': `* [Home](README.md)\n* [Top](top.md)\n${numbers(count)
    .map((at) => `  * [Page ${at}](pages/${at}.md)\n`)
    .join('')}`,
  ...Object.fromEntries(numbers(count).map((at) => [`pages/${at}.md`, `# Page ${at}\n\nText.\n`])),
})

async function findTop({ client, space }: Scene): Promise<string> {
  const { pages } = await client.get(`/spaces/${space}/content`)
  return pages.find(({ title }: Reply) => title === 'Top').id
}

/** Removes a page with thousands below it, in one call. */
export const deletingSubtree =
  (count: number): Attack =>
  async (scene, begin) => {
    await fetching(() => subtree(count))(scene, async () => {})
    const changes = [{ operation: 'delete_page', page: await findTop(scene) }]
    await begin()
    return (await ask(scene, `/v1/spaces/${scene.space}/content`, { changes })).status
  }
