import { describe, expect, test } from 'vitest'
import { httpAs } from '../../../test/support/http.ts'
import { install, newName, PNG, publication, publish } from '../../../test/support/integrations.ts'
import { labelOf } from '../../../test/support/names.ts'
import { startedServer } from '../../../test/support/server.ts'
import { insertToken } from '../../domain/people/users.ts'

const server = startedServer()
const at = (name: string) => `/v1/integrations/${name}`
const namesOf = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

describe('publishing', () => {
  test('publishIntegration, getIntegrationByName: shows what was published, and counts versions', async () => {
    const name = newName()
    const full = publication(server.organization, {
      runtime: 'v2',
      summary: '# Weather',
      scopes: ['space:content:read', 'space:content:read', 'site:metadata:read'],
      categories: ['content', 'other'],
      blocks: [
        {
          id: 'forecast',
          title: 'Forecast',
          urlUnfurl: ['https://weather.example/**'],
          markdown: { codeblock: 'forecast', body: 'content' },
        },
      ],
      contentSources: [{ id: 'history', title: 'History', configuration: { componentId: 'history' } }],
      configurations: {
        account: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] },
        space: { componentId: 'configure' },
      },
      externalLinks: [{ url: 'https://example.com/weather', label: 'Home' }],
      secrets: { KEY: 'top secret' },
      contentSecurityPolicy: { 'script-src': 'weather.example', 'img-src': '*' },
      visibility: 'unlisted',
      target: 'space',
    })
    const first = await server.admin.http.post(at(name), full)
    const { blocks, contentSources, configurations, contentSecurityPolicy } = full as Record<string, unknown>
    const shown = {
      blocks,
      contentSources,
      configurations,
      contentSecurityPolicy,
      target: 'space',
      summary: '# Weather',
    }
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        ...shown,
        name,
        version: 1,
        verified: false,
        scopes: ['space:content:read', 'site:metadata:read'],
        previewImages: [],
        owner: { id: server.organization },
        permissions: { admin: true, install: true },
      },
    ])
    expect(first.text).not.toContain('top secret')
    const second = await server.admin.http.post(at(name), publication(server.organization))
    expect([second.body.version, second.body.visibility, second.body.target]).toEqual([2, 'private', 'all'])
    expect((await server.admin.http.get(at(name))).body).toEqual(second.body)
  })

  test('publishIntegration: without scopes it asks for none', async () => {
    const { scopes: _, ...without } = publication(server.organization)
    const { status, body } = await server.admin.http.post(at(newName()), without)
    expect([status, body.scopes]).toEqual([200, []])
  })

  test('publishIntegration: secrets are stored encrypted', async () => {
    const name = await publish(server.admin, server.organization, { secrets: { KEY: 'top secret' } })
    const row = await server.database.read
      .selectFrom('integrations')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('top secret')
    expect(JSON.parse(server.vault.unseal(row.secrets))).toEqual({ KEY: 'top secret' })
  })

  test('publishIntegration: serves pictures without a token, only those of the current version', async () => {
    const name = await publish(server.admin, server.organization, { icon: PNG, previewImages: [PNG, PNG] })
    const { body } = await server.admin.http.get(at(name))
    expect(body.previewImages).toHaveLength(2)
    for (const url of [body.urls.icon, ...body.previewImages]) {
      expect(url.startsWith(body.urls.assets)).toBe(true)
      const picture = await fetch(url)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PNG)
    }
    expect((await fetch(body.urls.icon, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(body.urls.icon.replace('/1/', '/2/'))).status).toBe(404)
    expect((await fetch(body.urls.icon.replace(/.\/icon$/, '/icon'))).status).toBe(404)
    await server.admin.http.post(at(name), publication(server.organization))
    expect((await fetch(body.urls.icon)).status).toBe(404)
    expect((await server.admin.http.get(at(name))).body.urls.icon).toBeUndefined()
  })

  const large = (bytes: number) => Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(bytes)]).toString('base64')
  const bad: [string, object, string[]][] = [
    ['a title that is too short', { title: 'x' }, ['title']],
    ['a title that is too long', { title: 'x'.repeat(31) }, ['title']],
    ['a long description', { description: 'x'.repeat(101) }, ['description']],
    ['a long summary', { summary: 'x'.repeat(2049) }, ['summary']],
    ['an unknown scope', { scopes: ['everything'] }, ['scopes.0']],
    ['an unknown category', { categories: ['toys'] }, ['categories.0']],
    ['an unknown target', { target: 'planet' }, ['target']],
    ['too many previews', { previewImages: [PNG, PNG, PNG, PNG] }, ['previewImages']],
    [
      'too many links',
      { externalLinks: Array(6).fill({ url: 'https://example.com/', label: 'x' }) },
      ['externalLinks'],
    ],
    [
      'too many secrets',
      { secrets: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`K${n}`, 'x'])) },
      ['secrets'],
    ],
    ['a block with a long title', { blocks: [{ id: 'b', title: 'x'.repeat(41) }] }, ['blocks.0.title']],
    ['an icon that is no Base64', { icon: '!' }, ['icon']],
    ['an icon that is text', { icon: Buffer.from('hello').toString('base64') }, ['icon']],
    [
      'an icon that is a drawing',
      { icon: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
      ['icon'],
    ],
    ['an icon that is too large', { icon: large(250 * 1024) }, ['icon']],
    [
      'previews that are too large, or none',
      { previewImages: [large(1024 * 1024), PNG, ''] },
      ['previewImages.0', 'previewImages.2'],
    ],
    ['an empty script', { script: '' }, ['script']],
  ]
  test.each(bad)('publishIntegration: refuses %s and stores nothing', async (_what, more, paths) => {
    const name = newName()
    const { status, body } = await server.admin.http.post(at(name), publication(server.organization, more))
    expect([status, body.error.issues.map(({ path }: { path: string }) => path)]).toEqual([400, paths])
    expect((await server.admin.http.get(at(name))).status).toBe(404)
  })

  test('publishIntegration: takes pictures of exactly the largest size', async () => {
    const padding = (limit: number) => limit - Buffer.from(PNG, 'base64').length
    const name = await publish(server.admin, server.organization, {
      icon: large(padding(250 * 1024)),
      previewImages: [large(padding(1024 * 1024))],
    })
    expect((await server.admin.http.get(at(name))).body.previewImages).toHaveLength(1)
  })

  test('publishIntegration: refuses names that are invalid in paths', async () => {
    for (const name of ['a b', 'a%2Fb', 'ä', 'x'.repeat(101)])
      expect(
        (await server.admin.http.post(at(encodeURIComponent(name)), publication(server.organization))).status,
      ).toBe(400)
  })

  test('publishIntegration: takes the subdomain of the owner for its id', async () => {
    const { organization, admin } = await server.found()
    const hostname = labelOf(organization)
    await admin.http.patch(`/v1/orgs/${organization}`, { hostname })
    const name = await publish(admin, hostname)
    expect((await admin.http.get(at(name))).body.owner.id).toBe(organization)
  })

  test('publishIntegration, unpublishIntegration: are for admins of the owner', async () => {
    const name = await publish(server.admin, server.organization)
    const member = await server.join('create')
    expect((await member.http.post(at(newName()), publication(server.organization))).status).toBe(403)
    expect((await member.http.delete(at(name))).status).toBe(403)
    const { admin, organization } = await server.found()
    expect((await admin.http.post(at(newName()), publication(server.organization))).status).toBe(404)
    expect((await admin.http.delete(at(name))).status).toBe(404)
    const taken = await admin.http.post(at(name), publication(organization))
    expect([taken.status, taken.body.error.message]).toEqual([403, expect.stringContaining('Another organization')])
  })

  test('publishIntegration: concurrent publications each create a version', async () => {
    const name = newName()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.admin.http.post(at(name), publication(server.organization))),
    )
    expect(answers.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('unpublishIntegration: removes its installations and frees the name', async () => {
    const name = await publish(server.admin, server.organization, { visibility: 'public' })
    const { admin, organization } = await server.found()
    const installation = await install(admin, organization, name)
    expect((await server.admin.http.delete(at(name))).status).toBe(204)
    expect((await server.admin.http.delete(at(name))).status).toBe(404)
    expect((await admin.http.get(`${at(name)}/installations/${installation}`)).status).toBe(404)
    expect((await admin.http.get(`/v1/orgs/${organization}/installations`)).body.count).toBe(0)
    const again = await admin.http.post(at(name), publication(organization))
    expect([again.status, again.body.version, again.body.owner.id]).toEqual([200, 1, organization])
  })
})

describe('visibility', () => {
  test('listIntegrations, getIntegrationByName: public everywhere, unlisted by name, private to its owner', async () => {
    const { admin, organization } = await server.found()
    const [open, unlisted, hidden] = await Promise.all(
      ['public', 'unlisted', 'private'].map((visibility) => publish(admin, organization, { visibility })),
    )
    const member = await server.join()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [member.email], role: 'read' })
    const list = async (person: typeof admin) =>
      namesOf((await person.http.get(`/v1/integrations?owner=${organization}`)).body)
    const statuses = (person: typeof admin) =>
      Promise.all([open, unlisted, hidden].map(async (name) => (await person.http.get(at(name!))).status))
    for (const insider of [admin, member]) {
      expect(await list(insider)).toEqual([open, unlisted, hidden].sort())
      expect(await statuses(insider)).toEqual([200, 200, 200])
    }
    expect(await list(server.admin)).toEqual([open])
    expect(await statuses(server.admin)).toEqual([200, 200, 404])
    const guest = await server.join(null)
    expect(await statuses(guest)).toEqual([200, 200, 404])
  })

  test('getIntegrationByName: non-members of the owner see only public fields', async () => {
    const { admin, organization } = await server.found()
    await admin.http.patch(`/v1/orgs/${organization}`, { emailDomains: ['secret.example'], inviteLinks: true })
    const name = await publish(admin, organization, { visibility: 'public' })
    const { body, text } = await (await server.join()).http.get(at(name))
    expect(text).not.toContain('secret.example')
    expect(new Set(Object.values(body.owner.permissions))).toEqual(new Set([false]))
    expect(body.permissions).toEqual({ admin: false, install: false })
    expect((await server.admin.http.get(at(name))).body.permissions).toEqual({ admin: false, install: true })
    expect((await admin.http.get(at(name))).body.owner.emailDomains).toEqual(['secret.example'])
  })

  test('listIntegrations, publishIntegration: a token bound to one organization reveals nothing of the others', async () => {
    const { admin, organization } = await server.found()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [server.admin.email], role: 'admin' })
    const [theirs, own] = [await publish(admin, organization), await publish(server.admin, server.organization)]
    const { secret } = await server.database.write((db) =>
      insertToken(db, server.admin.id, { label: 'bound', boundTo: server.organization }),
    )
    const bound = httpAs(server.url, secret)
    expect((await server.admin.http.get(at(theirs))).body.permissions).toEqual({ admin: true, install: true })
    expect([(await bound.get(at(theirs))).status, (await bound.get(at(own))).status]).toEqual([404, 200])
    expect(namesOf((await bound.get(`/v1/integrations?owner=${organization}`)).body)).toEqual([])
    expect((await bound.post(at(newName()), publication(organization))).status).toBe(404)
    expect((await bound.post(at(newName()), publication(server.organization))).status).toBe(200)
    expect((await bound.delete(at(theirs))).status).toBe(404)
  })

  test('getIntegrationByName: stays visible where it is installed when it becomes private', async () => {
    const owner = await server.found()
    const user = await server.found()
    const name = await publish(owner.admin, owner.organization, { visibility: 'public' })
    const installation = await install(user.admin, user.organization, name)
    await owner.admin.http.post(at(name), publication(owner.organization))
    expect((await user.admin.http.get(`${at(name)}/installations/${installation}`)).status).toBe(200)
    expect(
      namesOf(
        (await user.admin.http.get(`/v1/orgs/${user.organization}/integrations?owner=${owner.organization}`)).body,
      ),
    ).toEqual([name])
    expect((await server.admin.http.get(at(name))).status).toBe(404)
  })
})

describe('the catalogue', () => {
  test('listIntegrations: finds by each filter, and by all of them together', async () => {
    const { admin, organization } = await server.found()
    const blocks = (...urlUnfurl: string[]) => [{ id: 'embed', title: 'Embed', urlUnfurl }]
    const make = (more: object) => publish(admin, organization, { visibility: 'public', ...more })
    const [chart, map, sync, plain] = [
      await make({ title: 'Charts', blocks: blocks('https://www.charts.example/d/**'), categories: ['analytics'] }),
      await make({
        title: 'Maps',
        blocks: blocks('https://**.maps.example/*', 'https://geo.example/'),
        target: 'space',
      }),
      await make({
        title: 'Sync',
        scopes: ['space:git:sync'],
        contentSources: [{ id: 'source', title: 'Source', configuration: { componentId: 'c' } }],
        categories: ['gitsync', 'content'],
        target: 'space',
      }),
      await make({ title: 'Plain_100%', target: 'organization' }),
    ]
    const found = async (query: string) =>
      namesOf((await server.admin.http.get(`/v1/integrations?owner=${organization}&${query}`)).body)
    expect(await found('')).toEqual([chart, map, sync, plain].sort())
    expect(await found('search=CHART')).toEqual([chart])
    expect(await found(`search=${plain}`)).toEqual([plain])
    expect(await found('search=_100%25')).toEqual([plain])
    expect(await found('category=gitsync')).toEqual([sync])
    expect(await found('blockDomain=charts.example')).toEqual([chart])
    expect(await found('blockDomain=www.Charts.example')).toEqual([chart])
    expect(await found('blockDomain=eu.maps.example')).toEqual([map])
    expect(await found('blockDomain=geo.example')).toEqual([map])
    expect(await found('blockDomain=example')).toEqual([])
    expect(await found('blocks=true')).toEqual([chart, map].sort())
    expect(await found('blocks=false')).toEqual([sync, plain].sort())
    expect(await found('contentSources=true')).toEqual([sync])
    expect(await found('contentSources=false')).toEqual([chart, map, plain].sort())
    expect(await found('scope=space:git:sync')).toEqual([sync])
    expect(await found('target=space')).toEqual([map, sync].sort())
    expect(await found('target=space&blocks=true&search=map')).toEqual([map])
    expect(await found('scope=site:ai:ask')).toEqual([])
    expect((await server.admin.http.get('/v1/integrations?scope=nothing&blocks=maybe')).status).toBe(400)
  })

  test('listIntegrations: finds a new version by its current manifest', async () => {
    const { admin, organization } = await server.found()
    const name = await publish(admin, organization, { categories: ['analytics'] })
    await admin.http.post(at(name), publication(organization, { categories: ['content'] }))
    const found = async (category: string) =>
      namesOf((await admin.http.get(`/v1/integrations?owner=${organization}&category=${category}`)).body)
    expect([await found('analytics'), await found('content')]).toEqual([[], [name]])
  })

  test('listIntegrations: pages through all, each once', async () => {
    const { admin, organization } = await server.found()
    const names = await Promise.all(Array.from({ length: 5 }, () => publish(admin, organization)))
    const seen: string[] = []
    let page = ''
    do {
      const { body } = await admin.http.get(`/v1/integrations?owner=${organization}&limit=2${page}`)
      expect(body.count).toBe(5)
      seen.push(...namesOf(body))
      page = body.next ? `&page=${body.next.page}` : ''
    } while (page)
    expect(seen).toEqual(names.sort())
  })
})
