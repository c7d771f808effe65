// A day of a documentation team in seconds: a space is imported, written, reviewed, merged, printed, published, read,
// exported and deleted.
import { ADMIN_TOKEN } from '../bench/servers.ts'
import type { Client } from './client.ts'

export interface Days {
  organization: string
}

export async function prepareDays(client: Client): Promise<Days> {
  const [organization] = await client.list('/orgs')
  return { organization: organization.id }
}

const EDITS = 8

/** `day` makes the texts of each day different from all others. */
export async function liveDay(url: string, client: Client, { organization }: Days, day: number): Promise<void> {
  const { id: space } = await client.post(`/orgs/${organization}/spaces`, { title: `Day ${day}` })
  await importText(client, organization, space, textOf(day, 'imported'))
  const pages = await writePages(client, space, day)
  await mergeChange(client, space, pages[0]!, day)
  await print(client, space)
  await readSite(url, client, { organization, space, day })
  await remove(url, `/spaces/${space}`)
}

async function importText(client: Client, organization: string, space: string, text: string): Promise<void> {
  const file = { name: 'notes.md', type: 'text/markdown', size: Buffer.byteLength(text) }
  const { url, key } = await client.post(`/orgs/${organization}/storage/upload`, { kind: 'import_file', file })
  await expectOk(await fetch(url, { method: 'PUT', body: text }))
  await client.post(`/spaces/${space}/content/import`, { source: 'markdown', key })
}

async function writePages(client: Client, space: string, day: number): Promise<string[]> {
  const inserts = ['Start', 'Guide'].map((title) => ({
    operation: 'insert_page',
    title,
    document: { markdown: textOf(day, title) },
  }))
  const { changes } = await client.post(`/spaces/${space}/content`, { changes: inserts })
  const pages: string[] = changes.map(({ page }: { page: { id: string } }) => page.id)
  for (let edit = 0; edit < EDITS; edit++) {
    const change = { operation: 'update_page', page: pages[0], document: { markdown: textOf(day, `edit ${edit}`) } }
    await client.post(`/spaces/${space}/content`, { changes: [change] })
  }
  return pages
}

async function mergeChange(client: Client, space: string, page: string, day: number): Promise<void> {
  const { id } = await client.post(`/spaces/${space}/change-requests`, { subject: `Change of day ${day}` })
  const base = `/spaces/${space}/change-requests/${id}`
  const change = { operation: 'update_page', page, document: { markdown: textOf(day, 'merged') } }
  await client.post(`${base}/content`, { changes: [change] })
  await client.post(`${base}/comments`, { body: { markdown: 'Well said.' } })
  await client.get(`${base}/changes`)
  await client.post(`${base}/merge`)
}

async function print(client: Client, space: string): Promise<void> {
  const { url } = await client.get(`/spaces/${space}/pdf`)
  await expectOk(await fetch(url))
}

async function readSite(url: string, client: Client, at: { organization: string; space: string; day: number }) {
  const { organization, space, day } = at
  const sites = `/orgs/${organization}/sites`
  const { id } = await client.post(sites, { title: `Day ${day}`, visibility: 'public', spaces: [space] })
  const { urls } = await client.post(`${sites}/${id}/publish`)
  for (const path of ['', 'start', 'guide', 'guide.md', 'llms-full.txt', 'sitemap.xml'])
    await expectOk(await fetch(new URL(path, urls.published)))
  await client.get(`/spaces/${space}/search?query=ferry`)
  await expectOk(await fetch(`${url}/v1${sites}/${id}/export`, { headers: authorization }))
  await remove(url, `${sites}/${id}`)
}

const authorization = { authorization: `Bearer ${ADMIN_TOKEN}` }

const remove = async (url: string, path: string): Promise<void> =>
  expectOk(await fetch(`${url}/v1${path}`, { method: 'DELETE', headers: authorization }))

async function expectOk(response: Response): Promise<void> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`)
}

const textOf = (day: number, what: string): string =>
  `# ${what}\n\n${Array.from({ length: 30 }, (_, at) => `Line ${at} of day ${day}, ${what}: a ferry leaves.`).join('\n\n')}\n`
