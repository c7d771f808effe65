// @only-sqlite
// Who may read a site: signing in and out of it, and what visitors with claims see.
import { describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { newBrowser, readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newSite, signIn, type TestSite } from '../../../test/support/sites.ts'

const server = startedServer()

const LOGIN = 'https://login.example/start'

async function newClosedSite(): Promise<TestSite> {
  const site = await newSite(server, await server.found(), { visibility: 'visitor-auth' })
  await site.admin.http.patch(`${site.path}/publishing/auth`, { fallbackURL: LOGIN })
  return site
}

const comeBack = (site: TestSite, path: string, token: string) =>
  `${site.url}${path}${path.includes('?') ? '&' : '?'}jwt_token=${token}`

describe('signing in', () => {
  test('leads to the sign-in of the site, and back to the page, without the token in the address', async () => {
    const site = await newClosedSite()
    const browser = newBrowser(server)
    const out = await browser.open(`${site.url}guide?x=1`)
    expect(out.url).toBe(`${LOGIN}?location=${encodeURIComponent(new URL(site.url).pathname)}guide`)
    expect(out.headers['cache-control']).toContain('no-store')
    const back = await browser.open(comeBack(site, 'guide?x=1', await signIn(site)))
    expect(back).toMatchObject({ status: 200, url: `${site.url}guide?x=1` })
    expect(back.headers['cache-control']).toContain('private')
    expect(back.headers.vary).toContain('Cookie')
    expect((await browser.get(`${site.url}llms.txt`)).status).toBe(200)
    expect((await newBrowser(server).get(`${site.url}llms.txt`)).status).toBe(307)
  })

  test('a token comes back to any address: a redirect, a missing page, the root', async () => {
    const site = await newClosedSite()
    for (const [path, status] of [
      ['', 200],
      ['welcome', 200],
      ['Guide/', 200],
      ['nothing', 404],
    ] as const) {
      const browser = newBrowser(server)
      const { status: found, url } = await browser.open(comeBack(site, path, await signIn(site)))
      expect([found, url.includes('jwt_token')], path).toEqual([status, false])
      expect((await browser.get(`${site.url}guide`)).status, path).toBe(200)
    }
  })

  test('the cookie is for this site alone, for as long as the token lasts', async () => {
    const site = await newClosedSite()
    const { headers } = await newBrowser(server).get(comeBack(site, 'guide', await signIn(site, {}, 600)))
    const cookie = String(headers['set-cookie'])
    expect(cookie).toContain(`Path=${new URL(site.url).pathname}`)
    expect(cookie).toContain('HttpOnly; SameSite=Lax')
    const age = Number(/Max-Age=(\d+)/.exec(cookie)![1])
    expect(age).toBeGreaterThan(500)
    expect(age).toBeLessThan(700)
    // Another site does not take it, wherever it is.
    const other = await newClosedSite()
    const [pair] = cookie.split(';') as [string]
    expect((await readUrl(server, `${other.url}guide`, { cookie: pair, accept: 'text/html' })).status).toBe(307)
  })

  test('an expired or revoked cookie leads to the sign-in again', async () => {
    const site = await newClosedSite()
    const browser = newBrowser(server)
    await browser.open(comeBack(site, 'guide', await signIn(site)))
    await site.admin.http.post(`${site.path}/publishing/auth/regenerate`)
    expect((await browser.open(`${site.url}guide`)).url).toContain(LOGIN)
    expect(await browser.open(comeBack(site, 'guide', await signIn(site)))).toMatchObject({ status: 200 })
  })
})

describe('signing in never goes on for ever', () => {
  const isAnywhere = () => true

  test.each([
    ['with an expired token', async (site: TestSite) => signIn(site, {}, -3600), 'Your sign-in has expired.'],
    ['with a token of another key', async (site: TestSite) => signIn(site, {}, 60, 'x'.repeat(48)), 'signature'],
    [
      'with a token that fits in no cookie',
      async (site: TestSite) => signIn(site, { x: 'x'.repeat(5000) }),
      'too long',
    ],
  ])('a sign-in that comes back %s ends with a page that says so', async (_how, tokenOf, reason) => {
    const site = await newClosedSite()
    const browser = newBrowser(server)
    await browser.open(`${site.url}guide`)
    const back = await browser.open(comeBack(site, 'guide', await tokenOf(site)), isAnywhere)
    expect(back.status).toBe(403)
    expect(back.text).toContain(reason)
    expect(back.text).toContain('href="./guide"')
  })

  test('the page is in the language of the site, and where there is none in that of the reader', async () => {
    const site = await newClosedSite()
    await site.admin.http.put(`${site.path}/customization`, { internationalization: { locale: 'fr' } })
    const browser = newBrowser(server, { headers: { 'accept-language': 'xx, de-AT;q=0.8, en;q=0.5' } })
    const back = await browser.open(comeBack(site, 'guide', await signIn(site, {}, -3600)), isAnywhere)
    expect(back.text).toContain('<html lang="fr">')
    expect(back.text).toContain('Votre connexion a expiré.')
    // Whether a site is there is not told, so neither is its language.
    await site.admin.http.post(`${site.path}/unpublish`)
    const gone = await browser.get(`${site.url}guide`)
    expect(gone.status).toBe(404)
    expect(gone.text).toContain('<html lang="de">')
    expect(gone.text).toContain('Unter dieser Adresse gibt es keine Website.')
  })

  test('a sign-in that comes back without a token', async () => {
    const site = await newClosedSite()
    const browser = newBrowser(server)
    expect((await browser.open(`${site.url}guide`)).url).toContain(LOGIN)
    const back = await browser.open(`${site.url}guide`)
    expect(back.status).toBe(403)
    expect(back.text).toContain('without a token')
    expect((await browser.open(`${site.url}guide`)).url).toContain(LOGIN)
  })

  test('a browser that keeps no cookies', async () => {
    const site = await newClosedSite()
    const browser = newBrowser(server, { keepsCookies: false })
    const back = await browser.open(comeBack(site, 'guide', await signIn(site)))
    expect(back.status).toBe(403)
    expect(back.text).toContain('Allow cookies')
  })

  test('where signing in is optional, a stale cookie is forgotten', async () => {
    const site = await newSite(server, await server.found())
    await adapt(site, { staff: { type: 'boolean' } })
    await site.admin.http.patch(`${site.path}/publishing/auth`, { fallbackURL: LOGIN })
    const browser = newBrowser(server)
    await browser.open(comeBack(site, 'guide', await signIn(site, { staff: true })))
    await site.admin.http.post(`${site.path}/publishing/auth/regenerate`)
    expect((await browser.open(`${site.url}guide`)).url).toContain(LOGIN)
    expect((await browser.open(`${site.url}guide`)).status).toBe(200)
  })

  test('programs get the text with the token in the address', async () => {
    const site = await newClosedSite()
    const token = await signIn(site)
    const answer = await readUrl(server, comeBack(site, 'guide.md', token), { accept: '*/*' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('# Guide')
    expect((await readUrl(server, comeBack(site, 'guide.md', 'a.b.c'), { accept: '*/*' })).status).toBe(403)
  })
})

describe('claims', () => {
  const newAdaptiveSite = async () => {
    const site = await newSite(server, await server.found())
    const string = { type: 'string' }
    await adapt(site, { plan: string }, { plan: string, beta: { type: 'boolean' } })
    const [space] = site.spaces as [string]
    const shown = (condition: string, word: string) => `{% if ${condition} %}\n${word}\n{% endif %}\n\n`
    const markdown =
      shown('visitor.claims.plan === "pro"', 'SIGNED') +
      shown('visitor.claims.unsigned.plan === "pro"', 'UNSIGNED') +
      shown('visitor.claims.unsigned.beta', 'BETA')
    await site.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Adaptive', document: { markdown } }],
    })
    return site
  }
  const shownIn = ({ text }: { text: string }) =>
    ['UNSIGNED', 'BETA', 'SIGNED'].filter((word) => new RegExp(`\\b${word}\\b`).test(text))

  test('come from the token, from cookies and from the address; the schema decides which count', async () => {
    const site = await newAdaptiveSite()
    const page = `${site.url}adaptive`
    const see = async (query: string, cookie?: string) => {
      const browser = newBrowser(server, { headers: cookie === undefined ? {} : { cookie } })
      return shownIn(await browser.open(page + query))
    }
    expect(await see('')).toEqual([])
    expect(await see(`?jwt_token=${await signIn(site, { plan: 'pro', unsigned: { beta: true } })}`)).toEqual(['SIGNED'])
    expect(await see('?visitor.unsigned.plan=pro')).toEqual(['UNSIGNED'])
    expect(await see('?visitor.plan=pro&visitor.beta=true')).toEqual(['UNSIGNED', 'BETA'])
    expect(await see('?visitor.beta=1&visitor.claims.plan=pro&visitor.__proto__.beta=true')).toEqual([])
    const json = encodeURIComponent('{"beta":true}')
    expect(await see('', `gitbook-visitor-public-session=${json}; gitbook-visitor-public=%7B"plan":"pro"%7D`)).toEqual([
      'UNSIGNED',
      'BETA',
    ])
    for (const broken of ['%', '{', '[]', '"x"', 'null', `${'['.repeat(2000)}`])
      expect(await see('', `gitbook-visitor-public=${broken}`), broken).toEqual([])
  })

  test('of an address hold for the pages after it, until another one takes them back', async () => {
    const site = await newAdaptiveSite()
    const browser = newBrowser(server)
    const first = await browser.get(`${site.url}adaptive?visitor.beta=true`)
    expect(first.headers['cache-control']).toContain('private')
    expect(shownIn(first)).toEqual(['BETA'])
    expect(shownIn(await browser.get(`${site.url}adaptive`))).toEqual(['BETA'])
    expect(shownIn(await browser.get(`${site.url}adaptive?visitor.plan=pro`))).toEqual(['UNSIGNED', 'BETA'])
    expect(shownIn(await browser.get(`${site.url}adaptive?visitor.beta=false`))).toEqual(['UNSIGNED'])
    expect(shownIn(await newBrowser(server).get(`${site.url}adaptive`))).toEqual([])
  })

  test('without adaptive content, an address with claims sets no cookie', async () => {
    const site = await newSite(server, await server.found())
    const { headers, status } = await newBrowser(server).get(`${site.url}guide?visitor.beta=true`)
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('an edit that a visitor cannot see changes no ETag', async () => {
    const site = await newAdaptiveSite()
    const [space] = site.spaces as [string]
    const document = documentOf('Secret.')
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'hidden', title: 'Hidden', document, condition: 'visitor.claims.unsigned.beta' },
    ])
    const paths = ['guide', 'adaptive', 'guide.md', 'llms.txt', 'llms-full.txt', 'sitemap.xml', 'robots.txt']
    const etags = async (query: string) => {
      const answers = []
      for (const path of paths) answers.push((await readUrl(server, site.url + path + query)).headers.etag)
      return answers
    }
    const before = await etags('')
    await edit(server, { space }, [{ operation: 'update_page', page: 'hidden', title: 'Still hidden' }])
    expect(await etags('')).toEqual(before)
    expect(before.slice(0, 3)).not.toContain(undefined)
    expect((await readUrl(server, `${site.url}llms.txt?visitor.beta=true`)).text).toContain('Still hidden')
  })
})
