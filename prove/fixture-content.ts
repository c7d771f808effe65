// Creates some of everything that a release supports through its API, and records the replies of the API.
import type { Client, Reply } from './client.ts'

const GUIDE = `Read [the reference](/reference) and **try** it.

## Steps

1. Install
2. Start

{% hint style="info" %}
Everything is \`text\`.
{% endhint %}

| Name | Value |
| ---- | ----- |
| one  | 1     |

\`\`\`js
console.log('ready')
\`\`\`
`

/** Fills the first organization. */
export async function fill(client: Client): Promise<void> {
  const [{ id: organization }] = await client.list('/orgs')
  const at = `/orgs/${organization}`
  const { users } = await client.post(`${at}/invites`, {
    emails: ['editor@example.com', 'reader@example.com'].map((email) => ({ email, role: 'edit' })),
  })
  await client.post('/user/tokens', { label: 'For scripts' })
  const { id: team } = await client.put(`${at}/teams`, { title: 'Writers', members: users })
  const { id: outer } = await client.post(`${at}/collections`, { title: 'Products' })
  const { id: inner } = await client.post(`${at}/collections`, { title: 'Engines', parent: outer })
  const { id: space } = await client.post(`${at}/spaces`, { title: 'Handbook', parent: inner, emoji: '1f4d8' })
  await client.post(`/spaces/${space}/permissions`, { role: 'review', users: [users[0]], teams: [team] })
  await client.post(`/collections/${outer}/permissions`, { role: 'comment', users: [users[1]] })
  await client.post(`${at}/link-invites`, { role: 'read' })
  await client.post(`${at}/link-invites`, { level: 'edit', space })
  await write(client, space)
  await propose(client, space, users[0])
  await client.post(`/spaces/${space}/duplicate`)
  await discuss(client, space)
  const site = await publish(client, at, space)
  await integrate(client, organization, { space, site })
}

/** Creates comments on a space, a page and a change request, in every state, with replies and reactions. */
async function discuss(client: Client, space: string): Promise<void> {
  const { pages } = await client.get(`/spaces/${space}/content/pages`)
  const [{ id: request }] = await client.list(`/spaces/${space}/change-requests`)
  const say = (at: string, markdown: string, more = {}) => client.post(at, { body: { markdown }, ...more })
  for (const place of [`/spaces/${space}/comments`, `/spaces/${space}/change-requests/${request}/comments`]) {
    const { id } = await say(place, 'Which **port** is it?', { page: pages[0].id })
    await say(`${place}/${id}/replies`, 'The usual one.')
    await client.put(`${place}/${id}`, { addedReactions: ['👍', '🎉'] })
    await client.put(`${place}/${(await say(place, 'Settled.')).id}`, { resolved: true })
  }
}

/** Creates a published site with sections, redirects and a share link. */
async function publish(client: Client, at: string, space: string): Promise<string> {
  const { id } = await client.post(`${at}/sites`, { title: 'Docs', spaces: [space] })
  const site = `${at}/sites/${id}`
  const { id: more } = await client.post(`${at}/spaces`, { title: 'For a section' })
  await client.post(`${site}/sections`, { spaceId: more, title: 'More' })
  await client.post(`${site}/share-links`, { name: 'For friends' })
  const [{ id: siteSpaceId }] = await client.list(`${site}/site-spaces`)
  await client.post(`${site}/redirects`, { source: '/old', destination: { kind: 'site-space', siteSpaceId } })
  await client.post(`${site}/publish`)
  return id
}

const SCRIPT = 'export default { fetch: () => new Response(null, { status: 406 }) }'

/** Creates an integration that is installed on a space and a site, a webhook and an identity provider. */
async function integrate(
  client: Client,
  organization: string,
  { space, site }: { space: string; site: string },
): Promise<void> {
  const published = { title: 'Does nothing', description: 'At all', runtime: 'v2', script: SCRIPT }
  const name = '/integrations/does-nothing'
  await client.post(name, { ...published, organization, scopes: ['space:content:read', 'site:metadata:read'] })
  const { id } = await client.post(`${name}/installations`, { organization })
  await client.post(`${name}/installations/${id}/spaces`, { space })
  await client.post(`${name}/installations/${id}/sites`, { siteId: site })
  const webhook = { url: 'https://webhook.invalid/', events: ['space.updated'] }
  await client.post(`/orgs/${organization}/webhooks`, webhook)
  await client.post(`/orgs/${organization}/saml`, { label: 'Ours' })
}

async function write(client: Client, space: string): Promise<void> {
  const change = (changes: object[]) => client.post(`/spaces/${space}/content`, { changes })
  const base64 = Buffer.from('The bytes of a file.\n').toString('base64')
  await change([
    { operation: 'insert_page', ref: 'guide', title: 'Guide', document: { markdown: GUIDE } },
    {
      operation: 'insert_page',
      title: 'Reference',
      into: 'guide',
      document: { markdown: '# Parts\n\nÜber **alles** 🎉' },
    },
    { operation: 'insert_page', title: 'Notes', document: { markdown: 'To be settled.' } },
    { operation: 'insert_files', files: [{ name: 'data.txt', base64 }] },
    { operation: 'insert_reusable_content', title: 'Notice', document: { markdown: 'Shared by *several* pages.' } },
    { operation: 'set_variables', variables: { product: 'Lectern' } },
  ])
  const [notes] = (await client.get(`/spaces/${space}/content/pages`)).pages.filter(
    (page: Reply) => page.title === 'Notes',
  )
  await change([{ operation: 'update_page', page: notes.id, document: { markdown: 'Settled once.' } }])
}

/** Creates change requests in every state; one has an open conflict. */
async function propose(client: Client, space: string, reviewer: string): Promise<void> {
  const { pages } = await client.get(`/spaces/${space}/content/pages`)
  const notes = pages.find((page: Reply) => page.title === 'Notes').id
  const open = async (subject: string, changes: object[]) => {
    const { id } = await client.post(`/spaces/${space}/change-requests`, { subject, status: 'open' })
    const at = `/spaces/${space}/change-requests/${id}`
    await client.post(`${at}/content`, { changes })
    return at
  }
  const entitle = (title: string) => [{ operation: 'update_page', page: notes, title }]
  const merged = await open('A page more', [
    { operation: 'insert_page', title: 'More', document: { markdown: 'More.' } },
  ])
  await client.post(`${merged}/reviews`, { status: 'approved', comment: { markdown: 'Fine **as it is**.' } })
  await client.post(`${merged}/merge`)
  const conflicting = await open('Another title', entitle('Ours'))
  await client.post(`/spaces/${space}/content`, { changes: entitle('Theirs') })
  await client.post(`${conflicting}/update`)
  await client.post(`${conflicting}/requested-reviewers`, { users: [reviewer] })
  const reviewed = await open('Under discussion', [{ operation: 'insert_page', title: 'Discussed' }])
  const comment = { markdown: 'A *word* is missing.' }
  await client.post(`${reviewed}/reviews`, { status: 'changes-requested', comment })
  await client.patch(await open('Given up', [{ operation: 'insert_page', title: 'Never' }]), { status: 'archived' })
}

/** Records the replies of a release, by path. */
export async function record(client: Client): Promise<Record<string, Reply>> {
  const answers: Record<string, Reply> = {}
  const ask = async (...paths: string[]) => {
    for (const path of paths) answers[path] = await client.get(path)
    return answers[paths[0]!]
  }
  const each = async (path: string, work: (id: string, item: Reply) => Promise<unknown>) => {
    for (const item of (await ask(path)).items) await work(item.id, item)
  }
  await ask('/user', '/user/tokens')
  await each('/orgs', async (id) => {
    const at = `/orgs/${id}`
    await ask(at, `${at}/members`, `${at}/link-invites`, `${at}/search?query=settled`)
    await each(`${at}/teams`, (team) => ask(`${at}/teams/${team}/members`))
    await each(`${at}/collections?nested=true`, (collection) => ask(...permissionsOf(`/collections/${collection}`)))
    await each(`${at}/spaces`, (space) => recordSpace({ ask, each }, `/spaces/${space}`))
    await each(`${at}/sites`, (site) => recordSite({ ask, each }, `${at}/sites/${site}`))
    await ask(`${at}/webhooks`, `${at}/saml`, `${at}/audit-events?limit=100`)
    await each(`${at}/integrations`, async (_id, { name }) => {
      await ask(`/integrations/${name}`)
      await each(`/integrations/${name}/installations`, (id) =>
        ask(...['spaces', 'sites'].map((part) => `/integrations/${name}/installations/${id}/${part}`)),
      )
    })
  })
  return answers
}

const permissionsOf = (at: string) => [at, `${at}/permissions/users`, `${at}/permissions/teams`]

interface Recorder {
  ask(...paths: string[]): Promise<Reply>
  each(path: string, work: (id: string, item: Reply) => Promise<unknown>): Promise<void>
}

async function recordSpace({ ask, each }: Recorder, at: string): Promise<void> {
  await ask(...permissionsOf(at), `${at}/links`, `${at}/search?query=settled`, `${at}/revisions`, `${at}/content/files`)
  const { reusableContents = [] } = await ask(`${at}/content`)
  for (const { id } of reusableContents) await ask(`${at}/content/reusable-contents/${id}?format=markdown`)
  await recordPages(ask, `${at}/content`)
  await each(`${at}/change-requests`, async (id) => {
    const change = `${at}/change-requests/${id}`
    await ask(
      change,
      ...['changes', 'conflicts', 'reviews', 'requested-reviewers', 'contributors'].map((part) => `${change}/${part}`),
    )
    await recordPages(ask, `${change}/content`)
    await recordComments({ ask, each }, change)
  })
  await recordComments({ ask, each }, at)
}

const recordComments = ({ ask, each }: Recorder, at: string): Promise<void> =>
  each(`${at}/comments`, (comment) => ask(`${at}/comments/${comment}/replies`))

async function recordSite({ ask }: Recorder, at: string): Promise<void> {
  await ask(at)
  for (const part of ['structure', 'sections', 'site-spaces', 'share-links', 'redirects', 'publishing/auth'])
    await ask(`${at}/${part}`)
}

async function recordPages(ask: Recorder['ask'], at: string): Promise<void> {
  const read = async (pages: Reply[]) => {
    for (const { id, pages: below = [] } of pages) {
      await ask(`${at}/page/${id}?format=markdown`)
      await read(below)
    }
  }
  await read((await ask(`${at}/pages`)).pages)
}
