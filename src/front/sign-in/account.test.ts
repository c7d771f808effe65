// @only-sqlite
// The account page and its forms, without a script.
import { describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { PIXEL } from '../../../test/support/world/account.ts'
import { insertSignInLink } from '../../domain/sessions/index.ts'
import { fromNow, MINUTE } from '../../lib/time.ts'

const server = startedServer()
const url = (path: string) => server.url + path
const api = (browser: Browser) => consoleIn(server.url, browser)

const signIn = async ({ id, email }: { id: string; email: string }): Promise<Browser> => {
  const { secret } = await server.database.write((db) => insertSignInLink(db, { id, email }, { kind: 'operator' }))
  const browser = openBrowser()
  await browser.submit(url(`/sign-in/link/${secret}`), {})
  await browser.submit(url('/sign-in/setup'), { name: 'A Writer', password: 'correct horse battery' })
  return browser
}

const age = (userId: string) =>
  server.database.write((db) =>
    db
      .updateTable('sessions')
      .set({ authenticated_at: fromNow(-11 * MINUTE) })
      .where('user_id', '=', userId)
      .execute(),
  )

/** The form that a page for the proof sends again. */
const waitingIn = (text: string): string =>
  /name="step" value="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

const upload = async (browser: Browser, bytes: Buffer) => {
  const body = new FormData()
  body.append('picture', new Blob([new Uint8Array(bytes)]), 'me.png')
  const cookie = [...browser.kept].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, origin: server.url }
  return fetch(url('/account/picture'), { method: 'POST', body, headers, redirect: 'manual' })
}

describe('the account page', () => {
  test('changes name and theme, and says what is wrong', async () => {
    const browser = await signIn(await server.join('edit'))
    await browser.submit(url('/account/profile'), { name: 'A <b>Writer</b>' })
    await browser.submit(url('/account/theme'), { theme: 'dark' })
    const { text } = await browser.visit(url('/account'))
    expect(text).toContain('Hello, A &lt;b&gt;Writer&lt;/b&gt;')
    expect(text).toContain('data-theme="dark"')
    for (const name of ['', ' ', 'x'.repeat(65), '\0'])
      expect((await browser.submit(url('/account/profile'), { name })).status).toBe(400)
    expect((await browser.submit(url('/account/theme'), { theme: 'blue' })).status).toBe(400)
  })

  test('writes dates and times the way of the chosen language, in the console too', async () => {
    const browser = await signIn(await server.join('edit'))
    const console = async () => (await browser.visit(url('/app'))).text
    expect(await console()).toContain('data-locale="en-GB"')
    const shown = await browser.complete(url('/account/language'), { language: 'pt-BR' })
    expect(shown.text).toContain('português (Brasil)')
    expect(shown.text).toMatch(/<time [^>]*lang="pt-BR"[^>]*>\d+ de \S+ de \d+, \d\d:\d\d UTC<\/time>/)
    expect(await console()).toContain('data-locale="pt-BR"')
    for (const language of ['', 'xx', 'de-xx-xx-xx'])
      expect((await browser.submit(url('/account/language'), { language })).status, language).toBe(400)
  })

  test('chooses how one is notified, and unmutes spaces', async () => {
    const person = await server.join('edit')
    const browser = await signIn(person)
    const page = url('/account/notifications')
    const { body: space } = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, { title: 'Plans' })
    const shown = (await browser.visit(page)).text
    expect(shown.match(/<select/g)).toHaveLength(7)
    expect(shown).toContain('This server sends no mail')
    expect(shown).not.toContain('value="digest"')
    expect((await browser.complete(page, { merged: 'off', replied: 'console' })).text).toContain('Saved.')
    const { kinds } = (await api(browser).get('/v1/user/notification-settings')).body
    expect([kinds.merged, kinds.replied, kinds.mentioned]).toEqual(['off', 'console', 'mail'])
    expect((await browser.submit(page, { merged: 'loudly' })).status).toBe(400)
    await api(browser).put(`/v1/spaces/${space.id}/muted`)
    expect((await browser.visit(page)).text).toContain('Unmute: Plans')
    expect((await browser.complete(`${page}/unmute`, { space: space.id })).text).toContain('You hear of “Plans” again.')
    expect((await api(browser).get('/v1/user/notification-settings')).body.mutedSpaces).toEqual([])
    expect((await browser.complete(`${page}/unmute`, { space: space.id })).text).toContain('is not muted')
    expect((await openBrowser().visit(page)).location).toContain('/sign-in?returnTo=')
  })

  test('takes a picture, and refuses what is none', async () => {
    const browser = await signIn(await server.join('edit'))
    expect((await upload(browser, Buffer.from(PIXEL, 'base64'))).status).toBe(303)
    const { photoURL } = (await api(browser).get('/v1/user')).body
    expect((await fetch(photoURL)).headers.get('content-type')).toBe('image/png')
    expect((await browser.visit(url('/account'))).text).toContain(`src="${photoURL}"`)
    expect((await upload(browser, Buffer.from('no picture'))).status).toBe(400)
    await browser.submit(url('/account/picture/remove'), {})
    expect((await api(browser).get('/v1/user')).body).not.toHaveProperty('photoURL')
  })

  test('shows where one is signed in, and signs out there', async () => {
    const person = await server.join('edit')
    const [one, two, three] = [await signIn(person), await signIn(person), await signIn(person)]
    const { text } = await one.visit(url('/account'))
    expect(text.match(/\/sessions\/\w+\/end/g)).toHaveLength(2)
    const other = await server.join('edit')
    const stranger = await signIn(other)
    for (const [path] of text.matchAll(/\/account\/sessions\/\w+\/end/g)) await stranger.submit(url(path), {})
    expect((await api(three).get('/v1/user')).status).toBe(200)
    await one.submit(url('/account/sessions/end'), {})
    for (const ended of [two, three]) expect((await api(ended).get('/v1/user')).status).toBe(401)
    expect((await api(one).get('/v1/user')).status).toBe(200)
  })

  test('lists tokens with their last use, and revokes them', async () => {
    const person = await server.join('edit')
    const browser = await signIn(person)
    const { text } = await browser.visit(url('/account'))
    const [path] = /\/account\/tokens\/\w+\/revoke/.exec(text)!
    await browser.submit(url(path), {})
    expect((await person.http.get('/v1/user')).status).toBe(401)
  })

  test('downloads everything as a file', async () => {
    const person = await server.join('edit')
    const { headers, text } = await (await signIn(person)).visit(url('/account/data'))
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(JSON.parse(text).account.email).toBe(person.email)
  })

  test('deletes the account after a fresh proof, unless an organization would lose its last admin', async () => {
    const person = await server.join('edit')
    const browser = await signIn(person)
    await age(person.id)
    expect((await browser.visit(url('/account/delete'))).location).toContain('/sign-in/confirm')
    const asked = await browser.submit(url('/account/delete'), {})
    expect([asked.status, asked.text]).toEqual([403, expect.stringContaining('Confirm it is you')])
    expect((await person.http.get('/v1/user')).status).toBe(200)
    const fresh = await signIn(person)
    expect((await fresh.visit(url('/account/delete'))).text).toContain('This cannot be undone')
    expect((await fresh.complete(url('/account/delete'), {})).text).toContain('Your account is deleted')
    expect((await person.http.get('/v1/user')).status).toBe(401)
    const { admin } = await server.found()
    const refused = await (await signIn(admin)).submit(url('/account/delete'), {})
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('last admin')])
  })

  test('a step that needs a fresh proof goes on with what was filled in, once there is one', async () => {
    const person = await server.join('edit')
    const browser = await signIn(person)
    const page = await browser.visit(url('/account'))
    const [, secret] = /name="secret" value="([^"]+)"/.exec(page.text)!
    await age(person.id)
    const form = { secret: secret!, label: 'Nightly & "weekly"', days: '30', organization: '' }
    const asked = await browser.submit(url('/account/tokens'), form)
    expect([asked.status, asked.text]).toEqual([403, expect.stringContaining('Confirm it is you')])
    const labels = async () =>
      (await api(browser).get('/v1/user/tokens')).body.items.map(({ label }: { label: string }) => label)
    const before = await labels()
    const step = waitingIn(asked.text)
    expect(Object.fromEntries(new URLSearchParams(step))).toEqual(form)
    const wrong = await browser.submit(url('/account/tokens'), { step, password: 'no' })
    expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('This is not your password')])
    expect(waitingIn(wrong.text)).toBe(step)
    expect(await labels()).toEqual(before)
    const made = await browser.complete(url('/account/tokens'), { step, password: 'correct horse battery' })
    expect(made.text).toContain('Nightly &amp; &quot;weekly&quot;')
    expect(await labels()).toEqual(expect.arrayContaining([...before, form.label]))
    const cookie = [...browser.kept].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    const forged = new URLSearchParams({ step, password: 'correct horse battery' })
    expect((await fetch(url('/account/tokens'), { method: 'POST', headers, body: forged })).status).toBe(403)
  })

  test('accepts no form of another site', async () => {
    const person = await server.join('edit')
    const browser = await signIn(person)
    const cookie = [...browser.kept].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of [
      '/account/notifications',
      '/account/profile',
      '/account/sessions/end',
      '/account/delete',
      '/account/theme',
    ])
      expect((await fetch(url(path), { method: 'POST', headers, body: 'name=x' })).status).toBe(403)
  })
})
