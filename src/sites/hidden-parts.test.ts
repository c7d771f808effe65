// @only-sqlite @slow
// What a condition hides is in no answer of a site: for visitors of every kind, each answer equals that of a site on
// which the hidden parts do not exist.
import { beforeAll, describe, expect, test } from 'vitest'
import { type ConditionalSite, newConditionalSite, SECRETS } from '../../test/support/conditional-site.ts'
import { readUrl } from '../../test/support/readers.ts'
import { startedServer } from '../../test/support/server.ts'
import { signIn } from '../../test/support/sites.ts'

const server = startedServer()

/** What a visitor sends, for a site of its own. */
interface Visitor {
  name: string
  query?: string
  cookie?(site: ConditionalSite): Promise<string>
}

const publicCookie = (claims: unknown) => async () =>
  `gitbook-visitor-public=${encodeURIComponent(JSON.stringify(claims))}`

const OUTSIDERS: Visitor[] = [
  { name: 'nobody' },
  { name: 'whose claim is false', query: 'visitor.unsigned.staff=false' },
  { name: 'whose claim has another type', query: 'visitor.staff=yes' },
  { name: 'with claims of other names', query: 'visitor.claims.unsigned.staff=true&visitor.__proto__.staff=true' },
  { name: 'with a cookie of another type', cookie: publicCookie({ staff: 'true' }) },
  { name: 'with a cookie that is no object', cookie: publicCookie([{ staff: true }]) },
  { name: 'whose token claims what only the browser says', query: 'signed' },
]

const STAFF: Visitor[] = [
  { name: 'by the address', query: 'visitor.unsigned.staff=true' },
  { name: 'by the short form', query: 'visitor.staff=true' },
  { name: 'by a cookie', cookie: publicCookie({ staff: true }) },
]

const PAGES = ['', 'open', 'adaptive', 'zzpageslug', 'own/zzpageslug', 'own/zzpageslug/zzchildtitle', 'zzcommitment']
const PATHS = [
  ...PAGES,
  ...PAGES.map((path) => `${path || 'open'}.md`),
  ...['zzgrouptitle', 'extra', 'extra/common', 'zzsectiontitle', 'zzsectiontitle/common', 'book/zzspacetitle'],
  ...['old-0', 'old-1', 'old-2', 'nothing', 'zz'],
  ...[
    'llms.txt',
    'llms-full.txt',
    'sitemap.xml',
    'sitemap-1.xml',
    'sitemap-2.xml',
    'robots.txt',
    'rss.xml',
    'atom.xml',
  ],
  ...['q=common', 'q=zz', 'q=zz&scope=everywhere', 'options&q=common&scope=everywhere'].map(
    (query) => `~lectern/search?${query}`,
  ),
  ...['page', 'group', 'hidden', 'child', 'adaptive', 'open'].map((id) => `~lectern/branch?page=${id}`),
  ...['extra/llms.txt', 'zzsectiontitle/llms.txt', 'adaptive/rss.xml', 'zzpageslug/atom.xml'],
]

const CALLS: [string, object][] = [
  ['list_pages', {}],
  ['search', { query: 'common' }],
  ['search', { query: 'zz' }],
  ['read_page', { page: 'adaptive' }],
  ['read_page', { page: 'zzpageslug' }],
]

let full: ConditionalSite
let bare: ConditionalSite

beforeAll(async () => {
  full = await newConditionalSite(server, true)
  bare = await newConditionalSite(server, false)
}, 120_000)

async function headersOf({ cookie }: Visitor, site: ConditionalSite): Promise<Record<string, string>> {
  return { accept: 'text/html', ...(cookie && { cookie: await cookie(site) }) }
}

async function queryOf({ query }: Visitor, site: ConditionalSite): Promise<string> {
  if (query !== 'signed') return query === undefined ? '' : `?${query}`
  return `?jwt_token=${await signIn(site, { staff: true, unsigned: { staff: true } })}`
}

/** Every answer of the site to a visitor, by what was asked. */
async function answersTo(visitor: Visitor, site: ConditionalSite): Promise<[string, string][]> {
  const [query, headers] = [await queryOf(visitor, site), await headersOf(visitor, site)]
  const answers: [string, string][] = []
  for (const path of PATHS) {
    const asked = path.includes('?') ? query.replace('?', '&') : query
    // Browsers move the token to a cookie; programs do not.
    const accept = query.startsWith('?jwt_token') ? '*/*' : 'text/html'
    const { status, headers: got, text } = await readUrl(server, site.url + path + asked, { ...headers, accept })
    answers.push([path, JSON.stringify([status, got.location, got.link, text])])
  }
  for (const [name, args] of CALLS) {
    const method = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const sent = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const url = `${site.url}~lectern/mcp${query}`
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(method), headers: sent })
    answers.push([`${name} ${JSON.stringify(args)}`, `${answer.status} ${await answer.text()}`])
  }
  return answers
}

/** Colors of code come when they are found. */
const withoutColors = (text: string): string => text.replaceAll(/<span class=\\"t-\w+\\">([^<]*)<\/span>/g, '$1')

/** Ids and times differ between the sites, and so do the words that were asked for. */
const comparable = (text: string, asked: string, { aliases }: ConditionalSite): string =>
  aliases
    .reduce((left, [id, alias]) => left.replaceAll(id, alias), withoutColors(text))
    .replaceAll(asked || '—', 'ASKED')
    .replace(/jwt_token=[\w.-]+/g, 'TOKEN')
    .replace(/\d{4}-\d\d-\d\d[T\d:.Z]*/g, 'TIME')
    .replace(/\/files\/[\w./?=&;-]+/g, 'FILE')

const secretsIn = (text: string, asked: string): string[] =>
  SECRETS.filter((secret) => !asked.includes(secret) && text.includes(secret))

describe('visitors who do not meet the conditions', () => {
  test.each(OUTSIDERS)('$name: every answer is that of a site without the hidden parts', async (visitor) => {
    const [seen, twin] = [await answersTo(visitor, full), await answersTo(visitor, bare)]
    for (const [at, [asked, text]] of seen.entries()) {
      expect(secretsIn(text, asked), asked).toEqual([])
      expect(comparable(text, asked, full), asked).toBe(comparable(twin[at]![1], asked, bare))
    }
  })
})

describe('visitors who meet them', () => {
  test.each(STAFF)('$name: see the hidden parts', async (visitor) => {
    const found = new Set((await answersTo(visitor, full)).flatMap(([asked, text]) => secretsIn(text, asked)))
    for (const secret of ['zzpagetitle', 'zzpagetext', 'zzblocktext', 'zzsectiontitle', 'zzspacetitle', 'zzlinktitle'])
      expect([...found], secret).toContain(secret)
    expect([...found]).not.toContain('zzcommitment')
  })
})
