import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { EVENT_NAMES } from '../../events/events.ts'

const server = startedServer()

interface Shown {
  id: string
  action: string
  occurredAt: string
  actor: { type: string; id: string; label?: string }
  target: { type: string; id: string; label?: string }
}

async function scene() {
  const { organization, admin } = await server.found()
  const path = `/v1/orgs/${organization}/audit-events`
  const list = async (query = '') => (await admin.http.get(`${path}?${query}`)).body.items as Shown[]
  return { organization, admin, path, list }
}

describe('the audit log', () => {
  test('listOrganizationAuditEvents: shows actor, action and target, newest first', async () => {
    const { organization, admin, list } = await scene()
    const space = await createSpace({ organization, admin }, { title: 'Handbook' })
    await admin.http.patch(`/v1/spaces/${space.id}`, { title: 'Manual' })
    await admin.http.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Harbour' })
    const [asked, updated, created, founded] = await list()
    expect(asked!.target).toMatchObject({ type: 'change-request', label: 'Harbour' })
    expect(updated).toMatchObject({
      object: 'audit-event',
      action: 'space.updated',
      source: 'api',
      actor: { type: 'user', id: admin.id, label: expect.any(String) },
      target: { type: 'space', id: space.id, label: 'Manual' },
    })
    expect([created!.action, founded!.action]).toEqual(['space.created', 'organization.created'])
    expect([updated, created, founded].map((event) => event!.occurredAt)).toEqual(
      [updated, created, founded].map((event) => event!.occurredAt).sort((one, other) => (one < other ? 1 : -1)),
    )
  })

  test('listOrganizationAuditEvents: is filtered by time, action, actor and target', async () => {
    const { organization, admin, list } = await scene()
    const other = await server.join()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [other.email], role: 'create' })
    const [first, second] = [
      await createSpace({ organization, admin }),
      await createSpace({ organization, admin: other }),
    ]
    const targets = async (query: string) => (await list(query)).map(({ target }) => target.id)
    expect(await targets('action=space.created')).toEqual([second.id, first.id])
    expect(await targets(`actor=${other.id}`)).toEqual([second.id])
    expect(await targets(`target=${first.id}`)).toEqual([first.id])
    expect(await targets(`target=${first.id}&actor=${other.id}`)).toEqual([])
    expect(await targets('action=no.such.action')).toEqual([])
    const [newest] = await list(`target=${second.id}`)
    const at = encodeURIComponent(newest!.occurredAt)
    expect(await targets(`from=${at}&target=${second.id}`)).toEqual([second.id])
    expect(await targets(`to=${at}&target=${second.id}`)).toEqual([])
    const elsewhere = new Date(newest!.occurredAt).toISOString().replace('Z', '%2B00:00')
    expect(await targets(`from=${elsewhere}&target=${second.id}`)).toEqual([second.id])
    expect((await admin.http.get(`/v1/orgs/${organization}/audit-events?from=yesterday`)).status).toBe(400)
  })

  test('listOrganizationAuditEvents: paging returns every event once while new ones arrive', async () => {
    const { organization, admin, path } = await scene()
    for (let made = 0; made < 5; made++) await createSpace({ organization, admin })
    const whole = (await admin.http.get(path)).body.items as Shown[]
    const seen: string[] = []
    let page = ''
    do {
      const { body } = await admin.http.get(`${path}?limit=2${page}`)
      seen.push(...body.items.map(({ id }: Shown) => id))
      await createSpace({ organization, admin })
      page = body.next ? `&page=${body.next.page}` : ''
    } while (page)
    expect(seen).toEqual(whole.map(({ id }) => id))
  })

  test('getOrganizationAuditEvent: shows the payload and the request id', async () => {
    const { organization, admin, path } = await scene()
    const { headers } = await admin.http.put(`/v1/orgs/${organization}/teams`, { title: 'Docs' })
    const [{ id }] = (await admin.http.get(path)).body.items as [Shown]
    const { body } = await admin.http.get(`${path}/${id}`)
    expect(body).toMatchObject({
      id,
      action: 'team.created',
      schemaVersion: 1,
      payload: {},
      correlationId: headers.get('x-request-id'),
    })
    const other = await scene()
    expect((await other.admin.http.get(`${other.path}/${id}`)).status).toBe(404)
  })

  test('listOrganizationAuditEventActions: lists the event names with labels', async () => {
    const { organization, admin } = await scene()
    const { body } = await admin.http.get(`/v1/orgs/${organization}/audit-event-actions`)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(EVENT_NAMES)
    expect(body.items).toContainEqual({
      object: 'audit-event-action',
      id: 'space.content.rolled-back',
      label: 'Space content rolled back',
    })
  })

  test('listOrganizationAuditEvents, getOrganizationAuditEvent: are for admins', async () => {
    const path = `/v1/orgs/${server.organization}/audit-events`
    const creator = await server.join('create')
    expect((await creator.http.get(path)).status).toBe(403)
    expect((await creator.http.get(`${path}/any`)).status).toBe(403)
  })

  test('listOrganizationAuditEvents: events of the server itself have the system as actor', async () => {
    const { organization, list } = await scene()
    const { appendEvent } = await import('../../events/events.ts')
    await server.database.write((db) =>
      appendEvent(db, {
        organizationId: organization,
        action: 'space.purged',
        actorId: null,
        tokenId: null,
        target: { kind: 'space', id: 'gone' },
        data: { title: 'Gone' },
        requestId: null,
      }),
    )
    const [purged] = await list()
    expect(purged).toMatchObject({ source: 'workflow', actor: { type: 'system', id: 'system' } })
    expect(purged!.target).toEqual({ type: 'space', id: 'gone' })
  })
})
