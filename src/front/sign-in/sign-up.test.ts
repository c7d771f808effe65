// @only-sqlite
// Where everybody may sign up: a link by mail creates the account.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { startedMailbox } from '../../../test/support/mailbox.ts'
import { startedServer } from '../../../test/support/server.ts'

const mailbox = startedMailbox()
const server = startedServer({ mailbox, signUp: 'open' })

test('somebody without an account gets one by a link, with a verified address and no membership', async () => {
  const email = `${randomUUID()}@example.com`
  const browser = openBrowser()
  expect((await browser.visit(`${server.url}/sign-in`)).text).toContain('The link creates your account.')
  for (let asked = 0; asked < 2; asked++) await browser.submit(`${server.url}/sign-in/mail`, { email })
  const [mail] = await mailbox.waitFor(email)
  await browser.submit(/http\S+\/sign-in\/link\/\w{40}/.exec(mail!.text)![0], {})
  const form = { name: 'A Reader', password: 'correct horse battery staple' }
  expect((await browser.submit(`${server.url}/sign-in/setup`, form)).status).toBe(303)
  const console = consoleIn(server.url, browser)
  expect((await console.get('/v1/user')).body).toMatchObject({ email, displayName: 'A Reader' })
  expect((await console.get('/v1/orgs')).body.items).toEqual([])
  const users = await server.database.read
    .selectFrom('users')
    .select('email_verified_at')
    .where('email', '=', email)
    .execute()
  expect(users).toEqual([{ email_verified_at: expect.any(String) }])
})
