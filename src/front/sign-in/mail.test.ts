// @only-sqlite @slow
// Links and invitations by mail, through a real SMTP server.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { type ReceivedMail, startedMailbox } from '../../../test/support/mailbox.ts'
import { startedServer } from '../../../test/support/server.ts'
import { fromNow, HOUR } from '../../lib/time.ts'
import { queueMail } from '../../mail/index.ts'

const mailbox = startedMailbox()
const server = startedServer({ mailbox })
const withoutMail = startedServer()
const url = (path: string) => server.url + path
const address = () => `${randomUUID()}@example.com`

const ask = (email: string, more: object = {}, browser = openBrowser()) =>
  browser.complete(url('/sign-in/mail'), { email, ...more })

const linkIn = ({ text }: ReceivedMail) => /http\S+\/sign-in\/link\/\w{40}/.exec(text)![0]

/** Presses the button of the link and returns the browser. */
async function follow(mail: ReceivedMail, browser = openBrowser()) {
  const link = linkIn(mail)
  expect((await browser.visit(link)).status).toBe(200)
  return { browser, result: await browser.submit(link, {}) }
}

const mailsOf = (kind: 'sign-in-link' | 'invitation') =>
  server.database.read.selectFrom('mails').selectAll().where('kind', '=', kind).orderBy('id').execute()

async function untilNoneIsQueued(): Promise<void> {
  const find = () => server.database.read.selectFrom('mails').select('id').where('state', '=', 'queued').execute()
  while ((await find()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('a link by mail', () => {
  test('signs in once, verifies the address, and leads where the visit began', async () => {
    const person = await server.join('edit')
    const asked = await ask(person.email.toUpperCase(), { returnTo: '/account/password' })
    expect(asked.text).toContain('If there is an account')
    const [mail] = await mailbox.waitFor(person.email)
    expect(mail!.headers).toMatchObject({
      from: 'Lectern <lectern@docs.example.com>',
      to: person.email,
      subject: 'Sign in to Lectern',
      'auto-submitted': 'auto-generated',
    })
    expect(mail!.headers['list-unsubscribe']).toBeUndefined()
    expect(mail!.html).toContain(linkIn(mail!))
    expect(linkIn(mail!).startsWith(server.url)).toBe(true)
    const { browser, result } = await follow(mail!)
    expect(result.location).toBe(url('/sign-in/setup'))
    expect((await consoleIn(server.url, browser).get('/v1/user')).body.id).toBe(person.id)
    expect((await openBrowser().submit(linkIn(mail!), {})).status).toBe(410)
    const { email_verified_at } = await server.database.read
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(email_verified_at).not.toBeNull()
  })

  test('is the way to a new password', async () => {
    const person = await server.join('edit')
    const passwords = ['correct horse battery staple', 'another seven wooden tables']
    await ask(person.email)
    const { browser } = await follow((await mailbox.waitFor(person.email))[0]!)
    await browser.submit(url('/sign-in/setup'), { name: 'A Reader', password: passwords[0]! })
    await ask(person.email, { returnTo: '/account/password' })
    const again = await follow((await mailbox.waitFor(person.email, 2))[1]!)
    expect(again.result.location).toBe(url('/account/password'))
    await again.browser.submit(url('/account/password'), { password: passwords[1]! })
    const signIn = (password: string) => openBrowser().submit(url('/sign-in'), { email: person.email, password })
    expect((await signIn(passwords[0]!)).status).toBe(401)
    expect((await signIn(passwords[1]!)).location).toBe(url('/app'))
  })

  test('is answered alike for unknown addresses, which get no mail', async () => {
    const [known, unknown] = [(await server.join('edit')).email, address()]
    const answers = await Promise.all([ask(known), ask(unknown)])
    const [one, other] = answers.map(({ status, text }, at) => [
      status,
      text.replaceAll([known, unknown][at]!.split('@')[0]!, ''),
    ])
    expect(one).toEqual(other)
    await mailbox.waitFor(known)
    await untilNoneIsQueued()
    expect(mailbox.received.some(({ to }) => to.includes(unknown))).toBe(false)
  })

  test('is limited for each account, known or not', async () => {
    for (const email of [(await server.join('edit')).email, address()]) {
      const statuses = []
      for (let times = 0; times < 5; times++) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 429])
    }
  })

  test('is not sent for forms of other sites, nor for text that is no address', async () => {
    expect((await ask('somebody')).status).toBe(400)
    const forged = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://other.example' }
    const body = new URLSearchParams({ email: server.admin.email }).toString()
    expect((await fetch(url('/sign-in/mail'), { method: 'POST', headers: forged, body })).status).toBe(403)
  })

  test('names this server, whatever host the request names', async () => {
    const { email } = await server.join('edit')
    const headers = {
      'x-forwarded-host': 'evil.example',
      origin: server.url,
      'content-type': 'application/x-www-form-urlencoded',
    }
    await fetch(url('/sign-in/mail'), { method: 'POST', headers, body: new URLSearchParams({ email }).toString() })
    expect((await mailbox.waitFor(email))[0]!.text).not.toContain('evil.example')
  })

  test('is offered only where mail is set up', async () => {
    expect((await openBrowser().visit(url('/sign-in'))).text).toContain('Send me a link')
    expect((await openBrowser().visit(`${withoutMail.url}/sign-in`)).text).not.toContain('Send me a link')
    expect((await openBrowser().submit(`${withoutMail.url}/sign-in/mail`, { email: address() })).status).toBe(404)
  })
})

describe('an invitation by mail', () => {
  const invite = (email: string) =>
    server.admin.http.post(`/v1/orgs/${server.organization}/invites`, { emails: [email], role: 'edit' })

  test('inviteUsersToOrganization: whoever has no way in gets a link, once', async () => {
    const email = address()
    await invite(email)
    await invite(email)
    const [mail] = await mailbox.waitFor(email)
    expect(mail!.text).toContain('Set up your account')
    const { browser, result } = await follow(mail!)
    expect(result.location).toBe(url('/sign-in/setup'))
    expect((await consoleIn(server.url, browser).get(`/v1/orgs/${server.organization}`)).status).toBe(200)
    await untilNoneIsQueued()
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
  })

  test('escapes what others wrote', async () => {
    const { organization, admin } = await server.found()
    await admin.http.patch(`/v1/orgs/${organization}`, { title: '<img src=x onerror=alert(1)>' })
    const email = address()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [email] })
    const [mail] = await mailbox.waitFor(email)
    expect(mail!.html).not.toContain('<img')
    expect(mail!.html).toContain('&lt;img')
    expect(mail!.text).toContain('<img src=x')
  })

  test('is not sent to somebody who was removed in the meantime', async () => {
    const email = address()
    mailbox.refuse(email, 451)
    const { users } = (await invite(email)).body as { users: string[] }
    await untilTried('invitation')
    await server.admin.http.delete(`/v1/orgs/${server.organization}/members/${users[0]}`)
    mailbox.refuse(email, undefined)
    await makeDue()
    await untilNoneIsQueued()
    expect((await mailsOf('invitation')).at(-1)!.state).toBe('skipped')
  })
})

/** Waits until the last mail has failed once, and waits for its next attempt. */
async function untilTried(kind: 'sign-in-link' | 'invitation'): Promise<void> {
  const findLeased = () =>
    server.database.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'send-mail')
      .where('leased_by', 'is not', null)
      .execute()
  while ((await mailsOf(kind)).at(-1)!.attempts === 0 || (await findLeased()).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Mails that wait for another attempt are tried now. */
const makeDue = () =>
  server.database.write((db) =>
    db
      .updateTable('jobs')
      .set({ run_at: fromNow(-1) })
      .where('kind', '=', 'send-mail')
      .execute(),
  )

describe('a mail', () => {
  test('is tried again when the SMTP server fails, and has the same id then', async () => {
    const { email } = await server.join('edit')
    mailbox.refuse(email, 451)
    await ask(email)
    await untilTried('sign-in-link')
    mailbox.refuse(email, undefined)
    await makeDue()
    const [mail] = await mailbox.waitFor(email)
    const row = (await mailsOf('sign-in-link')).at(-1)!
    expect(mail!.headers['message-id']).toBe(`<${row.id}@docs.example.com>`)
  })

  test('is given up when the SMTP server refuses it for good, or too much time has passed', async () => {
    const [refused, late] = [(await server.join('edit')).email, (await server.join('edit')).email]
    mailbox.refuse(refused, 550)
    await ask(refused)
    await untilNoneIsQueued()
    expect((await mailsOf('sign-in-link')).at(-1)).toMatchObject({ state: 'failed', attempts: 0 })
    mailbox.refuse(late, 451)
    await ask(late)
    await untilTried('sign-in-link')
    await server.database.write((db) =>
      db
        .updateTable('mails')
        .set({ created_at: fromNow(-HOUR) })
        .where('state', '=', 'queued')
        .execute(),
    )
    await makeDue()
    await untilNoneIsQueued()
    expect((await mailsOf('sign-in-link')).at(-1)).toMatchObject({ state: 'failed' })
  })

  test('is sent once for one cause', async () => {
    const { email } = await server.join('edit')
    const mail = { kind: 'sign-in-link' as const, cause: `test ${email}`, data: { email } }
    for (let times = 0; times < 3; times++) await server.database.write((db) => queueMail(db, mail))
    await mailbox.waitFor(email)
    await untilNoneIsQueued()
    await server.database.write((db) => queueMail(db, mail))
    await untilNoneIsQueued()
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
  })
})
