// @only-postgres @slow
// Notifications: who gets them, how they are read, and how they reach people by mail.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember, createSpace, enter } from '../../../test/support/content.ts'
import { httpAs } from '../../../test/support/http.ts'
import { startedMailbox } from '../../../test/support/mailbox.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { pruneNotifications } from '../../domain/notifications/index.ts'
import { DAY, fromNow } from '../../lib/time.ts'

const mailbox = startedMailbox()
const server = startedServer({ mailbox })
let scene: { organization: string; admin: Person }
let space: { id: string }

beforeAll(async () => {
  scene = await server.found()
  space = await createSpace(scene)
})

const at = (rest = '') => `/v1/spaces/${space.id}${rest}`
const settings = '/v1/user/notification-settings'

interface Shown {
  id: string
  kind: string
  title: string
  read: boolean
  urls: { app: string }
  [more: string]: unknown
}

const list = async ({ http }: Person, query = ''): Promise<Shown[]> =>
  (await http.get(`/v1/user/notifications${query}`)).body.items

/** Waits until the event log of the organization has been read to its end. */
async function settled(): Promise<void> {
  const behind = async () => {
    const { rows } = await sql`
      select 1 from events where organization_id = ${scene.organization} and (sequence is null or sequence > coalesce(
        (select cursor from notification_cursors where organization_id = ${scene.organization}), 0)) limit 1`.execute(
      server.database.read,
    )
    return rows.length > 0
  }
  while (await behind()) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Waits for a job that looks at content later, and runs it now. */
async function runLater(kind: string): Promise<void> {
  const find = () => server.database.read.selectFrom('jobs').select('id').where('kind', '=', kind).execute()
  await settled()
  expect(await find()).not.toEqual([])
  await server.database.write(async (db) => {
    await db
      .updateTable('jobs')
      .set({ run_at: fromNow(-1) })
      .where('kind', '=', kind)
      .execute()
  })
  while ((await find()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

const mentionOf = (user: string) => ({
  object: 'inline',
  type: 'mention',
  isVoid: true,
  data: { ref: { kind: 'user', user } },
})

const choose = (person: Person, kinds: Record<string, string>) => person.http.patch(settings, { kinds })

async function createChangeRequest(by: Person = scene.admin) {
  const { id } = (await by.http.post(at('/change-requests'))).body as { id: string }
  return { id, at: (rest = '') => at(`/change-requests/${id}${rest}`) }
}

const comment = async (by: Person, path: string, markdown: string): Promise<{ id: string }> =>
  (await by.http.post(path, { body: { markdown } })).body

describe('people are notified', () => {
  test('listNotifications: when they are mentioned, once, and of nothing they did', async () => {
    const [writer, reader] = [await enter(server, scene, 'edit'), await enter(server, scene, 'read')]
    const { id } = await comment(writer, at('/comments'), `Look, @${reader.email} and @${writer.email}!`)
    await settled()
    const [only, ...others] = await list(reader)
    expect(others).toEqual([])
    expect(only).toMatchObject({
      object: 'notification',
      kind: 'mentioned',
      read: false,
      comment: id,
      space: { id: space.id },
      organization: scene.organization,
      actor: { id: writer.id },
    })
    expect(only!.title).toContain('mentioned you')
    expect(await list(writer)).toEqual([])
    await writer.http.put(at(`/comments/${id}`), { body: { markdown: `Look again, @${reader.email}!` } })
    await settled()
    expect(await list(reader)).toHaveLength(1)
    await writer.http.delete(at(`/comments/${id}`))
    expect(await list(reader)).toEqual([])
  })

  test('when somebody replies, comments on their change request, asks for a review, reviews and merges', async () => {
    const [author, other] = [await enter(server, scene, 'create'), await enter(server, scene, 'create')]
    const request = await createChangeRequest(author)
    await author.http.post(request.at('/requested-reviewers'), { users: [other.id], subject: 'Better words' })
    const { id } = await comment(other, request.at('/comments'), 'Why?')
    await comment(author, request.at(`/comments/${id}/replies`), 'Because.')
    await other.http.post(request.at('/reviews'), { status: 'approved' })
    await other.http.post(request.at('/merge'))
    await settled()
    const shown = (items: Shown[]) => items.map(({ kind, status }) => (status ? `${kind} ${status}` : kind)).reverse()
    expect(shown(await list(author))).toEqual(['replied', 'reviewed approved', 'merged'])
    expect(shown(await list(other))).toEqual(['review-requested', 'replied'])
    const [reply] = await list(other)
    expect(reply).toMatchObject({
      comment: id,
      reply: expect.any(String),
      changeRequest: { id: request.id, subject: 'Better words' },
      urls: { app: expect.stringContaining(`/change-requests/${request.id}`) },
    })
    const reached = (items: Shown[]) => items.map(({ kind, urls }) => [kind, new URL(urls.app).pathname])
    const changes = `/app/spaces/${space.id}/change-requests/${request.id}/changes`
    expect(reached(await list(other))).toContainEqual(['review-requested', changes])
    expect(reached(await list(author))).toContainEqual(['reviewed', changes])
    expect(reached(await list(author))).toContainEqual(['merged', changes])
  })

  test('when somebody mentions them in a document of a change request, once for a page', async () => {
    const [writer, reader] = [await enter(server, scene, 'edit'), await enter(server, scene, 'read')]
    const request = await createChangeRequest(writer)
    const nodes = [mentionOf(reader.id), mentionOf(writer.id)]
    const document = { object: 'document', nodes: [{ object: 'block', type: 'paragraph', nodes }] }
    const add = async (title: string) => {
      const changes = [{ operation: 'insert_page', title, document: { document } }]
      const { status, text } = await writer.http.post(request.at('/content'), { changes })
      expect(status, text).toBe(200)
      await runLater('notify-mentions')
      const { pages } = (await writer.http.get(request.at('/content/pages'))).body
      return pages.find((each: { title: string }) => each.title === title).id as string
    }
    const page = await add('A page')
    expect(await list(reader)).toMatchObject([{ kind: 'mentioned', page, changeRequest: { id: request.id } }])
    const changes = [{ operation: 'update_page', page, title: 'Renamed' }]
    await writer.http.post(request.at('/content'), { changes })
    await add('Another')
    expect(await list(reader)).toHaveLength(2)
    expect(await list(writer)).toEqual([])
  })

  test('when main content changes where their change request does, once', async () => {
    const other = await createSpace(scene, { title: 'Contested' })
    const [author, editor] = [await enter(server, scene, 'create'), await enter(server, scene, 'create')]
    const main = `/v1/spaces/${other.id}/content`
    const insert = { operation: 'insert_page', title: 'Page', document: { markdown: 'One' } }
    const page = (await editor.http.post(main, { changes: [insert] })).body.changes[0].page.id
    const rename = (title: string) => ({ changes: [{ operation: 'update_page', page, title }] })
    const request = (await author.http.post(`/v1/spaces/${other.id}/change-requests`)).body.id
    expect(
      (await author.http.post(`/v1/spaces/${other.id}/change-requests/${request}/content`, rename('Mine'))).status,
    ).toBe(200)
    for (const title of ['Theirs', 'Theirs again']) {
      await editor.http.post(main, rename(title))
      await runLater('notify-conflicts')
      expect(await list(author)).toMatchObject([
        {
          kind: 'conflict',
          changeRequest: { id: request },
          urls: { app: expect.stringMatching(/\/conflicts$/) },
        },
      ])
    }
    expect(await list(editor)).toEqual([])
  })

  test('startImportRun: when an import in the background has ended', async () => {
    const importer = await enter(server, scene, 'create')
    const source = { type: 'website', url: 'http://127.0.0.1:9/' }
    await importer.http.post(`/v1/org/${scene.organization}/imports`, { source, target: { space: space.id } })
    while ((await list(importer)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await list(importer))[0]).toMatchObject({
      kind: 'import-finished',
      status: 'failed',
      reason: expect.any(String),
    })
  })

  test('of nothing they cannot see, and of nothing they can no longer see', async () => {
    const [guest, leaver] = [await enter(server, scene, null), await enter(server, scene, 'read')]
    await comment(scene.admin, at('/comments'), `@${guest.email} @${leaver.email}`)
    await settled()
    expect(await list(guest)).toEqual([])
    const [seen] = await list(leaver)
    await scene.admin.http.delete(`/v1/orgs/${scene.organization}/members/${leaver.id}`)
    expect((await leaver.http.get('/v1/user/notifications')).body).toEqual({ count: 0, items: [] })
    const path = `/v1/user/notifications/${seen!.id}`
    expect((await leaver.http.patch(path, { read: true })).status).toBe(404)
  })

  test('on one node only, though two read the log', async () => {
    await server.node()
    const reader = await enter(server, scene, 'read')
    for (let times = 0; times < 5; times++) await comment(scene.admin, at('/comments'), `@${reader.email} ${times}`)
    await settled()
    expect(await list(reader)).toHaveLength(5)
  })
})

describe('notifications', () => {
  const mention = (person: Person, text = 'Hello') => comment(scene.admin, at('/comments'), `${text} @${person.email}`)

  test('updateNotification, readAllNotifications, listNotifications: are read one by one, or all', async () => {
    const [reader, other] = [await enter(server, scene, 'read'), await enter(server, scene, 'read')]
    for (let times = 0; times < 3; times++) await mention(reader)
    await settled()
    const unread = async () => (await reader.http.get('/v1/user/notifications?unread=true&limit=0')).body.count
    const [newest, middle, oldest] = await list(reader)
    expect(await unread()).toBe(3)
    const path = `/v1/user/notifications/${middle!.id}`
    expect((await reader.http.patch(path, { read: true })).body).toMatchObject({
      read: true,
      readAt: expect.any(String),
    })
    expect((await list(reader, '?unread=false')).map(({ id }) => id)).toEqual([middle!.id])
    expect((await reader.http.patch(path, { read: false })).body.read).toBe(false)
    expect((await other.http.patch(path, { read: true })).status).toBe(404)
    expect((await reader.http.post('/v1/user/notifications/read', { upTo: middle!.id })).status).toBe(204)
    expect((await list(reader, '?unread=true')).map(({ id }) => id)).toEqual([newest!.id])
    expect(oldest!.read).toBe(false)
    await reader.http.post('/v1/user/notifications/read', {})
    expect(await unread()).toBe(0)
    const page = (await reader.http.get('/v1/user/notifications?limit=2')).body
    expect([page.count, page.items.length]).toEqual([3, 2])
  })

  test('getNotificationSettings, updateNotificationSettings: can be turned off by kind', async () => {
    const reader = await enter(server, scene, 'read')
    const { kinds, mutedSpaces, mail } = (await reader.http.get(settings)).body
    expect([kinds.mentioned, kinds.merged, mutedSpaces, mail]).toEqual(['mail', 'console', [], true])
    const changed = (await choose(reader, { mentioned: 'off' })).body
    expect(changed.kinds).toEqual({ ...kinds, mentioned: 'off' })
    await mention(reader)
    await settled()
    expect(await list(reader)).toEqual([])
    expect((await choose(reader, { mentioned: 'loud' })).status).toBe(400)
  })

  test('listNotifications: a token of one organization shows those of that organization', async () => {
    const reader = await enter(server, scene, 'read')
    const elsewhere = await server.found()
    await addMember(server, elsewhere.organization, reader, 'read')
    const there = await createSpace(elsewhere)
    await comment(elsewhere.admin, `/v1/spaces/${there.id}/comments`, `@${reader.email}`)
    await mention(reader)
    while ((await list(reader)).length < 2) await new Promise((resolve) => setTimeout(resolve, 50))
    const { token } = (await reader.http.post('/v1/user/tokens', { organization: elsewhere.organization })).body
    const bound = httpAs(server.url, token)
    const { items } = (await bound.get('/v1/user/notifications')).body
    expect(items).toMatchObject([{ organization: elsewhere.organization }])
    await bound.post('/v1/user/notifications/read', {})
    expect((await list(reader, '?unread=true')).map(({ organization }) => organization)).toEqual([scene.organization])
    expect((await bound.patch(settings, { kinds: { merged: 'off' } })).status).toBe(403)
  })

  test('are kept for 90 days', async () => {
    const [reader, other] = [await enter(server, scene, 'read'), await enter(server, scene, 'read')]
    await comment(scene.admin, at('/comments'), `@${reader.email} @${other.email}`)
    await settled()
    await server.database.write(async (db) => {
      const old = { created_at: fromNow(-91 * DAY) }
      await db.updateTable('notifications').set(old).where('user_id', '=', reader.id).execute()
      await pruneNotifications(db)
    })
    expect([(await list(reader)).length, (await list(other)).length]).toEqual([0, 1])
  })

  test('muteSpace, unmuteSpace: can be turned off for a space', async () => {
    const reader = await enter(server, scene, 'read')
    expect((await reader.http.put(at('/muted'))).status).toBe(204)
    expect((await reader.http.get(settings)).body.mutedSpaces).toEqual([space.id])
    await mention(reader)
    await settled()
    expect(await list(reader)).toEqual([])
    expect((await reader.http.delete(at('/muted'))).status).toBe(204)
    await mention(reader)
    await settled()
    expect(await list(reader)).toHaveLength(1)
  })
})

describe('a notification by mail', () => {
  test('says what was written, and ends with one click, without signing in', async () => {
    const reader = await enter(server, scene, 'read')
    await comment(scene.admin, at('/comments'), `@${reader.email} why 1 < 2 & 3?`)
    const [mail] = await mailbox.waitFor(reader.email)
    expect(mail!.text).toContain('why 1 < 2 & 3?')
    expect(mail!.html).toContain('why 1 &lt; 2 &amp; 3?')
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const link = /<(.+)>/.exec(mail!.headers['list-unsubscribe']!)![1]!
    expect(mail!.text).toContain(link)
    const page = await fetch(link)
    expect(await page.text()).toContain('Unsubscribe</button>')
    expect((await reader.http.get(settings)).body.kinds.mentioned).toBe('mail')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = (url: string) => fetch(url, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
    for (const wrong of [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, link.replace('mentioned', 'replied')])
      expect((await click(wrong)).status).toBe(404)
    expect((await click(link)).status).toBe(200)
    expect((await reader.http.get(settings)).body.kinds).toMatchObject({ mentioned: 'console', replied: 'mail' })
  })

  test('is not sent to somebody who has lost access, or has read it', async () => {
    const [leaver, quick] = [await enter(server, scene, 'read'), await enter(server, scene, 'read')]
    for (const { email } of [leaver, quick]) mailbox.refuse(email, 451)
    await comment(scene.admin, at('/comments'), `@${leaver.email} @${quick.email}`)
    const mails = () =>
      server.database.read.selectFrom('mails').selectAll().where('kind', '=', 'notification').execute()
    const tried = async () => (await mails()).filter(({ attempts, state }) => attempts > 0 && state === 'queued').length
    while ((await tried()) < 2) await new Promise((resolve) => setTimeout(resolve, 50))
    await scene.admin.http.delete(`/v1/orgs/${scene.organization}/members/${leaver.id}`)
    await quick.http.post('/v1/user/notifications/read', {})
    for (const { email } of [leaver, quick]) mailbox.refuse(email, undefined)
    const makeDue = () =>
      server.database.write((db) =>
        db
          .updateTable('jobs')
          .set({ run_at: fromNow(-1) })
          .where('kind', '=', 'send-mail')
          .where('leased_by', 'is', null)
          .execute(),
      )
    while ((await tried()) > 0) {
      await makeDue()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(mailbox.received.filter(({ to }) => to.includes(leaver.email) || to.includes(quick.email))).toEqual([])
  })

  test('comes once a day for those who want that', async () => {
    const reader = await enter(server, scene, 'read')
    await choose(reader, { mentioned: 'digest' })
    await reader.http.patch('/v1/user', { language: 'ja' })
    for (const text of ['One', 'Two']) await comment(scene.admin, at('/comments'), `${text} @${reader.email}`)
    await settled()
    const mails = await server.database.read.selectFrom('mails').selectAll().where('kind', '=', 'digest').execute()
    expect(mails).toHaveLength(1)
    const jobs = await server.database.read.selectFrom('jobs').selectAll().where('kind', '=', 'send-mail').execute()
    const job = jobs.find(({ payload }) => JSON.parse(payload).id === mails[0]!.id)!
    expect(job.run_at > fromNow(0) && job.run_at <= fromNow(DAY)).toBe(true)
    await server.database.write((db) =>
      db
        .updateTable('jobs')
        .set({ run_at: fromNow(-1) })
        .where('id', '=', job.id)
        .execute(),
    )
    const [mail] = await mailbox.waitFor(reader.email)
    expect(mail!.headers.subject).toBe('2 notifications since yesterday')
    expect(mail!.text).toContain('One @')
    expect(mail!.text).toMatch(/\d{4}年\d+月\d+日 \d\d:\d\d UTC/)
    expect(mail!.headers['list-unsubscribe']).toContain('/digest/')
  })
})
