// What a measured server holds. All of it is written through the API, but members, whom the API would ask by mail.
import type { Api, Reply } from './api.ts'
import type { Store } from './databases.ts'
import { editPage, listPages, makePage, type Page } from './pages.ts'

export const LISTED = 25
const SMALL = 200
const LARGE = 2000
const SECTION = 20
const BATCH_SIZE = 50
/** Of comments and members: as many in the small, ten times as many in the large. */
const FEW = 100

export interface Filled {
  space: string
  pages: string[]
  /** Its members are the ones that are counted. */
  organization: string
}

export interface World {
  organization: string
  small: Filled
  large: Filled
  /** Addresses of pages of the published site of the small space. */
  site: string[]
  /** Spaces with change requests and comments. */
  spaces: string[]
  /** The space that somebody else writes in. */
  busy: Filled
  /** The 16 words and questions that are searched for. */
  queries: string[]
}

export const pageChange = ({ title, markdown }: Page) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

export const editChange = (page: string, text: Page, edit: number) => ({
  operation: 'update_page',
  page,
  document: { markdown: editPage(text, edit) },
})

export async function fillWorld(api: Api, store: Store): Promise<World> {
  const organization = (await api.get('/orgs')).items[0].id
  const small = await fillSpace(api, store, listPages(SMALL), FEW)
  const large = await fillSpace(api, store, listPages(LARGE), 10 * FEW)
  const busy = await fillSpace(api, store, makePages(SECTION), 0)
  const spaces: string[] = []
  for (let at = 0; at < 8; at++) spaces.push(await fillSpaceToList(api, organization, at))
  for (let at = 0; at < LISTED; at++) await api.post(`/orgs/${organization}/spaces`, { title: `Listed ${at}` })
  await insertMembers(store, organization, 2 * LISTED)
  const site = await publish(api, small)
  await api.idle()
  // What PostgreSQL does by itself within a minute: until then its plans are those of small tables.
  if (store.environment.DATABASE_URL) await store.run('vacuum analyze')
  return { organization, small, large, busy, spaces, site, queries: listQueries(listPages(SMALL)) }
}

/** Pages of 3 KB. */
export const makePages = (count: number): Page[] => Array.from({ length: count }, (_, at) => makePage(at, 3000))

/** In an organization of its own, because its members are counted too. */
async function fillSpace(api: Api, store: Store, pages: Page[], comments: number): Promise<Filled> {
  const { id: organization } = await api.post('/orgs', { title: `${pages.length} pages` })
  const filled = await insertPages(api, organization, pages)
  await postComments(api, filled.space, comments)
  await insertMembers(store, organization, comments)
  return { ...filled, organization }
}

/** The first page of each section holds the others. */
export async function insertPages(api: Api, organization: string, texts: Page[]) {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: `${texts.length} pages` })
  const insert = async (changes: object[]): Promise<string[]> => {
    const { changes: made } = await api.post(`/spaces/${space}/content`, { changes })
    return made.map(({ page }: Reply) => page.id ?? page)
  }
  const pages: string[] = []
  for (let from = 0; from < texts.length; from += SECTION) {
    const [first, ...rest] = texts.slice(from, from + SECTION)
    const [into] = await insert([pageChange(first!)])
    pages.push(into!)
    if (rest.length > 0) pages.push(...(await insert(rest.map((text) => ({ ...pageChange(text), into })))))
  }
  return { space, pages }
}

async function postComments(api: Api, space: string, count: number): Promise<void> {
  const post = (_: unknown, at: number) =>
    api.post(`/spaces/${space}/comments`, { body: { markdown: `Is **step ${at}** still \`right\`?` } })
  for (let left = count; left > 0; left -= BATCH_SIZE)
    await Promise.all(Array.from({ length: Math.min(left, BATCH_SIZE) }, post))
}

async function fillSpaceToList(api: Api, organization: string, at: number): Promise<string> {
  const { id } = await api.post(`/orgs/${organization}/spaces`, { title: `Space ${at}` })
  const open = (_: unknown, at: number) => api.post(`/spaces/${id}/change-requests`, { subject: `Change ${at}` })
  await Promise.all(Array.from({ length: LISTED + 5 }, open))
  await postComments(api, id, LISTED + 5)
  return id
}

let inserted = 0

async function insertMembers(store: Store, organization: string, count: number): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  const ids = Array.from({ length: count }, () => String(++inserted).padStart(20, '0'))
  if (count === 0) return
  const users = ids.map((id) => `('${id}', 'Member ${id}', 'member-${id}@example.com', '${at}')`)
  const members = ids.map((id) => `('${organization}', '${id}', 'edit', 0, '${at}')`)
  await store.run(`insert into users (id, display_name, email, created_at) values ${users}`)
  await store.run(`insert into members (organization_id, user_id, role, sso, joined_at) values ${members}`)
}

async function publish(api: Api, { organization, space }: Filled): Promise<string[]> {
  const sites = `/orgs/${organization}/sites`
  const { id } = await api.post(sites, { title: 'Documentation', visibility: 'public', spaces: [space] })
  const site = new URL((await api.post(`${sites}/${id}/publish`)).urls.published)
  const pathsOf = (pages: Reply[]): string[] => pages.flatMap(({ path, pages = [] }) => [path, ...pathsOf(pages)])
  const paths = pathsOf((await api.get(`/spaces/${space}/content/pages`)).pages)
  return paths.slice(1, 51).map((path) => site.pathname + path)
}

/** Words of titles, and beginnings of titles: what people type. */
function listQueries(pages: Page[]): string[] {
  const titles = pages.map(({ title }) => title.match(/[\p{L}\d]{2,}/gu) ?? ['page']).filter((_, at) => at % 12 === 0)
  const longest = (words: string[]) => words.reduce((best, word) => (word.length > best.length ? word : best))
  return titles.slice(0, 16).map((words, at) => (at % 2 === 0 ? longest(words) : words.slice(0, 3).join(' ')))
}
