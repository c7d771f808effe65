// One of everything, in an organization of its own: the ids that paths can name, and what an operation needs before it
// succeeds. A new parameter gets a maker; an operation that needs more than ids and the smallest body gets a line.
import LZString from 'lz-string'
import { SCOPES } from '../../src/access/scopes.ts'
import { storeBytes, storeFile } from '../../src/files/store-file.ts'
import { keepUpload } from '../../src/files/uploads.ts'
import { newId } from '../../src/lib/ids.ts'
import { now } from '../../src/lib/time.ts'
import { findIntegration } from '../../src/resources/integrations/queries.ts'
import { insertSpec, insertVersion } from '../../src/resources/openapi-specs/queries.ts'
import { insertWelcomeSpace } from '../../src/resources/spaces/welcome-space.ts'
import { edit } from './edits.ts'
import { labelOf } from './names.ts'
import { at, bodyOf, type Line, operations, urlOf } from './operations.ts'
import { minimal, toSchema } from './samples.ts'
import type { Person, TestServer } from './server.ts'

type Ids = Record<string, string>

export interface World {
  server: TestServer
  admin: Person
  /** Somebody who may only read, is in the team, and has grants of their own. */
  member: Person
  /** The integration, with a token of its own. */
  integration?: Person
  /** The id of one object for each parameter that occurs in a path. */
  ids: Ids
}

const ORGANIZATION = '/v1/orgs/:organizationId'
const SITE = '/v1/orgs/:organizationId/sites/:siteId'
const INSTALLATION = '/v1/integrations/:integrationName/installations/:installationId'
const CHANGE_REQUEST = '/v1/spaces/:spaceId/change-requests/:changeRequestId'

async function make({ admin, ids }: World, path: string, body: object, method = 'POST'): Promise<string> {
  const { status, text, body: made } = await admin.http.send(method, at(path, ids), body)
  if (status >= 300) throw new Error(`No world without ${method} ${path}, which answered ${status}: ${text}`)
  return made.id
}

/** How to get an object for a parameter; in this order, so that later ones can build on earlier ones. */
const MAKERS: Record<string, (world: World) => Promise<string>> = {
  organizationId: async ({ ids }) => ids.organizationId!,
  userId: async ({ member }) => member.id,
  tokenId: (world) => make(world, '/v1/user/tokens', { label: 'A token' }),
  emailDomain: async (world) => {
    const domain = `${labelOf(world.ids.organizationId!)}.example`
    await make(world, ORGANIZATION, { emailDomains: [domain] }, 'PATCH')
    return domain
  },
  teamId: (world) => make(world, `${ORGANIZATION}/teams`, { title: 'A team', members: [world.member.id] }, 'PUT'),
  inviteId: (world) => make(world, `${ORGANIZATION}/link-invites`, { role: 'read' }),
  collectionId: (world) => make(world, `${ORGANIZATION}/collections`, { title: 'A collection' }),
  spaceId: async ({ server, ids, admin }) => {
    await server.database.write((db) => insertWelcomeSpace(db, ids.organizationId!, admin.id))
    return (await admin.http.get(at(`${ORGANIZATION}/spaces`, ids))).body.items[0].id
  },
  // Before the change request, so that it has the file and the reusable content too.
  fileId: async ({ server, ids }) => {
    const file = await storeFile(server.files.store, { bytes: [Buffer.from('A file')], name: 'a-file.txt' })
    await edit(server, { space: ids.spaceId! }, [{ operation: 'insert_files', files: [file] }])
    return file.id
  },
  reusableContentId: async ({ admin, ids }) => {
    const changes = [{ operation: 'insert_reusable_content', title: 'A reusable content' }]
    return (await admin.http.post(at('/v1/spaces/:spaceId/content', ids), { changes })).body.changes[0].ids[0]
  },
  changeRequestId: (world) => make(world, '/v1/spaces/:spaceId/change-requests', { subject: 'A change' }),
  conflictId: async (world) => {
    const { server, ids, admin } = world
    const { id: page } = await firstPage(world)
    const entitle = (title: string, where: object) =>
      edit(server, { space: ids.spaceId!, ...where }, [{ operation: 'update_page', page, title }])
    await entitle('Theirs', {})
    await entitle('Ours', { changeRequest: ids.changeRequestId })
    await admin.http.post(at(`${CHANGE_REQUEST}/update`, ids))
    return (await admin.http.get(at(`${CHANGE_REQUEST}/conflicts`, ids))).body.items[0].id
  },
  commentId: (world) => make(world, '/v1/spaces/:spaceId/comments', { body: { markdown: 'A comment' } }),
  commentReplyId: (world) =>
    make(world, '/v1/spaces/:spaceId/comments/:commentId/replies', { body: { markdown: 'A reply' } }),
  siteId: (world) => make(world, `${ORGANIZATION}/sites`, { title: 'A site', spaces: 'empty' }),
  siteSectionId: async (world) => {
    const spaceId = await make(world, `${ORGANIZATION}/spaces`, { title: 'A space of a section' })
    return make(world, `${SITE}/sections`, { spaceId, title: 'A section' })
  },
  siteSectionGroupId: (world) =>
    make(world, `${SITE}/section-groups`, { title: 'A group', sections: [world.ids.siteSectionId] }),
  siteSpaceId: async ({ admin, ids }) => (await admin.http.get(at(`${SITE}/site-spaces`, ids))).body.items[0].id,
  hostname: async (world) => {
    const hostname = `docs.${labelOf(world.ids.siteId!)}.example.com`
    await make(world, SITE, { hostname }, 'PATCH')
    return hostname
  },
  subdomain: async (world) => {
    const hostname = labelOf(world.ids.organizationId!)
    await make(world, ORGANIZATION, { hostname }, 'PATCH')
    return hostname
  },
  fontId: async (world) => {
    const { admin, ids } = world
    const announced = { file: { name: 'a.woff2', type: 'font/woff2', size: 4 }, kind: 'customization_font' }
    const { key, url } = (await admin.http.post(at(`${ORGANIZATION}/storage/upload`, ids), announced)).body
    await fetch(url, { method: 'PUT', body: 'wOF2' })
    ids.storageKey = key
    return make(world, `${ORGANIZATION}/fonts`, NEEDS.createCustomFont!.body!(world) as object, 'PUT')
  },
  siteRedirectId: (world) =>
    make(world, `${SITE}/redirects`, {
      source: '/old/*',
      destination: { kind: 'site-space', siteSpaceId: world.ids.siteSpaceId },
    }),
  shareLinkId: (world) => make(world, `${SITE}/share-links`, { name: 'A share link' }),
  pageId: async (world) => (await firstPage(world)).id,
  pagePath: async (world) => (await firstPage(world)).path,
  documentId: async (world) => (await firstPage(world)).documentId,
  specSlug: async ({ server, ids }) => {
    const { blob } = await server.files.store.put([Buffer.from('{"openapi":"3.1.0"}')])
    const raw = await server.files.store.put([Buffer.from('{"text":"openapi: 3.1.0","format":"yaml"}')])
    const entry = { dir: '.', filename: 'openapi.yaml', isEntrypoint: true, references: [], specification: {} }
    const stored = await server.files.store.put([Buffer.from(JSON.stringify(entry))])
    const files = JSON.stringify([{ filename: 'openapi.yaml', blob: stored.blob }])
    return server.database.write(async (db) => {
      const spec = await insertSpec(db, ids.organizationId!, 'a-spec', { source_url: null, source_blob: blob })
      await insertVersion(db, spec, {
        hash: 'hash',
        url: null,
        format: 'yaml',
        files,
        raw_blob: raw.blob,
        source_blob: blob,
      })
      return spec.slug
    })
  },
  versionId: async ({ admin, ids }) =>
    (await admin.http.get(at(`${ORGANIZATION}/openapi/:specSlug`, ids))).body.lastVersion,
  webhookId: (world) =>
    make(world, `${ORGANIZATION}/webhooks`, { url: 'https://webhook.invalid/', events: ['webhook.pinged'] }),
  // Nobody can be reached in tests, which is an outcome too.
  deliveryId: (world) => make(world, `${ORGANIZATION}/webhooks/:webhookId/ping`, {}),
  auditEventId: async ({ admin, ids }) =>
    (await admin.http.get(at(`${ORGANIZATION}/audit-events`, ids))).body.items[0].id,
  revisionId: async ({ admin, ids }) => (await admin.http.get(at('/v1/spaces/:spaceId', ids))).body.revision,
  samlProviderId: (world) => make(world, `${ORGANIZATION}/saml`, { label: 'A provider' }),
  integrationName: async (world) => {
    const name = `an-integration-${world.ids.organizationId}`
    await make(world, `/v1/integrations/${name}`, NEEDS.publishIntegration!.body!(world) as object)
    // In development, with a developer who cannot be reached: telling its script of every event of every world would
    // take a process each.
    await make(world, `/v1/integrations/${name}/dev`, TUNNEL, 'PUT')
    return name
  },
  // On the space and the site as well, so that paths below it name something.
  installationId: async (world) => {
    const { ids, server } = world
    const id = await make(world, '/v1/integrations/:integrationName/installations', {
      organization: ids.organizationId,
    })
    await make(world, `/v1/integrations/:integrationName/installations/${id}/spaces`, { space: ids.spaceId })
    await make(world, `/v1/integrations/:integrationName/installations/${id}/sites`, { siteId: ids.siteId })
    world.integration = await server.integration(ids.integrationName!)
    return id
  },
  eventId: async ({ server, ids }) => {
    const place = { installationId: ids.installationId, spaceId: ids.spaceId }
    const event = { eventId: newId(), type: 'ui_render', ...place, ...renderIn(ids) }
    const { id: integration_id } = (await findIntegration(server.database.read, ids.integrationName!))!
    const given = { status: 'success', attempts: 1, trace: '[]', created_at: now(), ended_at: now() } as const
    const payload = server.vault.seal(JSON.stringify(event))
    const row = { id: event.eventId, integration_id, installation_id: null, type: event.type, payload, ...given }
    await server.database.write((db) => db.insertInto('integration_events').values(row).execute())
    return row.id
  },
  translationSettingsId: (world) => make(world, `${ORGANIZATION}/translations`, { title: 'Translations' }),
  glossaryEntryId: async (world) => {
    await make(world, `${ORGANIZATION}/translations-glossary`, { operations: [A_TERM] }, 'PUT')
    return (await world.admin.http.get(at(`${ORGANIZATION}/translations-glossary`, world.ids))).body.items[0].id
  },
}

const firstPage = async ({ admin, ids }: World): Promise<{ id: string; path: string; documentId: string }> =>
  (await admin.http.get(at('/v1/spaces/:spaceId/content/pages', ids))).body.pages[0]

const TUNNEL = { tunnelUrl: 'http://127.0.0.1:9/' }

const A_TERM = { type: 'insert', translations: { en: 'term' } }

/** Parameters that are words, which different objects may share; all others are ids. */
export const WORDS = ['emailDomain', 'pagePath', 'specSlug']

const NAMED = new Set(operations.flatMap(({ params }) => params))

/** Parameters that no maker knows. */
export const unmade = (): string[] => [...NAMED].filter((name) => !(name in MAKERS))

export async function createWorld(server: TestServer): Promise<World> {
  const { admin, organization } = await server.found()
  const member = await server.join()
  const world: World = { server, admin, member, ids: { organizationId: organization } }
  await make(world, `${ORGANIZATION}/invites`, { emails: [member.email], role: 'read' })
  for (const [name, maker] of Object.entries(MAKERS)) if (NAMED.has(name)) world.ids[name] ??= await maker(world)
  const grant = { role: 'comment', users: [member.id], teams: [world.ids.teamId] }
  await make(world, '/v1/spaces/:spaceId/permissions', grant)
  await make(world, '/v1/collections/:collectionId/permissions', grant)
  return world
}

const shared = new WeakMap<TestServer, Promise<World>>()

/** After these, what they were about is gone or changed for good; so it is after all that delete, transfer or merge. */
const FINAL = [
  'restoreSpace',
  'joinOrganizationWithInvite',
  'updateChangeRequest',
  'resolveConflict',
  'addSpaceToSite',
  'addSectionToSite',
  'installIntegration',
  'installIntegrationOnSpace',
  'installIntegrationOnSite',
]

export const isFinal = ({ verb, id }: Line): boolean =>
  verb === 'delete' || /^(transfer|merge)/.test(id) || FINAL.includes(id)

/** A world in which the operation can be called; one of its own when it would leave it less than whole. */
export const worldFor = (line: Line, server: TestServer): Promise<World> =>
  isFinal(line) ? createWorld(server) : sharedWorld(server)

/** A world that stays whole; what an operation needs besides, it adds to a copy of the ids. */
export async function sharedWorld(server: TestServer): Promise<World> {
  const making = shared.get(server) ?? createWorld(server)
  shared.set(server, making)
  const world = await making
  return { ...world, ids: { ...world.ids } }
}

interface Needs {
  /** Brings the world into the state the operation needs. */
  before?: (world: World) => Promise<unknown>
  body?: (world: World) => unknown
  /** The query, when it is more than the smallest. */
  query?: (world: World) => Record<string, string>
  /** Who calls, when it is not the admin. */
  as?: (world: World) => Promise<Person>
}

const settle = ({ admin, ids }: World) =>
  admin.http.post(at(`${CHANGE_REQUEST}/conflicts/:conflictId`, ids), { resolution: 'ours' })

async function foundAnother({ admin, ids }: World): Promise<void> {
  ids.anotherOrganization = (await admin.http.post('/v1/orgs', { title: 'Another organization' })).body.id
}

const moveMainOn = ({ server, ids }: World) =>
  edit(server, { space: ids.spaceId! }, [{ operation: 'insert_page', id: 'later', title: 'Later' }])

// A key is as long as an id, and each world has its own.
const uploadPage = async ({ server, ids }: World) => {
  const stored = await storeBytes(server.files.store, { bytes: [Buffer.from('# A page')], name: 'a-page.md' })
  const organization = ids.organizationId!
  return keepUpload(server.files.store, organization, { ...stored, organization, kind: 'import_file' })
}
const importing: Needs = { before: uploadPage, body: ({ ids }) => ({ source: 'markdown', key: ids.organizationId }) }
/** The comment and the reply that paths name are on the space; paths below a change request need some that are there. */
const commentOnChangeRequest: Needs = {
  before: async (world) => {
    const body = { body: { markdown: 'A comment' } }
    world.ids.commentId = await make(world, `${CHANGE_REQUEST}/comments`, body)
    world.ids.commentReplyId = await make(world, `${CHANGE_REQUEST}/comments/:commentId/replies`, body)
  },
}
// Nobody listens there, and nobody may ask.
const REPOSITORY = { url: 'http://127.0.0.1:9/handbook.git', ref: 'refs/heads/main' }

const publish = ({ admin, ids }: World) => admin.http.post(at(`${SITE}/publish`, ids))

const siteUrl = ({ server, ids }: World) => `${server.url}/${ids.organizationId}/a-site/`

const ADAPTIVE_SCHEMA = {
  jsonSchema: {
    type: 'object',
    properties: { beta: { type: 'boolean', description: 'Takes part in the beta' } },
    additionalProperties: false,
  },
}

/** From now on the script of the integration is told, and asked. */
export const endDevelopment = ({ admin, ids }: World) =>
  admin.http.delete(at('/v1/integrations/:integrationName/dev', ids))

const DRAWING =
  'export default { fetch: () => Response.json({ element: { type: "block", children: [] }, state: {}, props: { a: 1 } }) }'

/** Asks for a component in a document of the world. */
export const renderIn = ({ spaceId }: Ids) => ({
  componentId: 'a-component',
  props: {},
  context: { type: 'document', theme: 'light', spaceId, editable: false },
})

export const renderInUrl = (ids: Ids) => LZString.compressToEncodedURIComponent(JSON.stringify(renderIn(ids)))

/** What an operation needs to succeed beyond the ids in its path and the smallest valid body. */
const NEEDS: Record<string, Needs> = {
  updateOpenAPISpecBySlug: { body: () => ({ visibility: 'public' }) },
  importGitRepository: { body: () => REPOSITORY },
  exportToGitRepository: { body: () => ({ ...REPOSITORY, commitMessage: 'An export' }) },
  getSpaceGitInfo: {
    before: ({ admin, ids }) => admin.http.post(at('/v1/spaces/:spaceId/git/import', ids), REPOSITORY),
  },
  updateUserById: { as: async ({ member }) => member },
  restoreSpace: { before: ({ admin, ids }) => admin.http.delete(at('/v1/spaces/:spaceId', ids)) },
  transferSpace: { before: foundAnother, body: ({ ids }) => ({ organization: ids.anotherOrganization }) },
  transferCollection: { before: foundAnother, body: ({ ids }) => ({ organization: ids.anotherOrganization }) },
  inviteToSpace: { body: ({ ids }) => ({ role: 'edit', users: [ids.userId] }) },
  inviteToCollection: { body: ({ ids }) => ({ role: 'edit', teams: [ids.teamId] }) },
  mergeChangeRequest: { before: settle },
  updateChangeRequest: {
    before: async (world) => {
      await settle(world)
      await moveMainOn(world)
    },
  },
  removeRequestedReviewerFromChangeRequest: {
    before: ({ admin, ids }) =>
      admin.http.post(at(`${CHANGE_REQUEST}/requested-reviewers`, ids), { users: [ids.userId] }),
  },
  generateStorageUploadURL: {
    body: () => ({ file: { name: 'a.woff2', type: 'font/woff2', size: 4 }, kind: 'customization_font' }),
  },
  importContent: importing,
  importContentInPageById: importing,
  importContentInChangeRequest: importing,
  importContentInChangeRequestPageById: importing,
  updateCommentInSpace: { body: () => ({ resolved: true }) },
  updateCommentReplyInSpace: { body: () => ({ addedReactions: ['👍'] }) },
  unpublishSite: { before: ({ admin, ids }) => admin.http.post(at(`${SITE}/publish`, ids)) },
  createCustomFont: {
    body: ({ ids }) => ({ fontFamily: 'A font', fontFaces: [{ weight: 400, storageKey: ids.storageKey }] }),
  },
  addSpaceToSite: { body: ({ ids }) => ({ spaceId: ids.spaceId }) },
  addSectionToSite: { body: ({ ids }) => ({ spaceId: ids.spaceId }) },
  addSectionToGroup: {
    before: ({ admin, ids }) =>
      admin.http.delete(at(`${SITE}/section-groups/:siteSectionGroupId/sections/:siteSectionId`, ids)),
    body: ({ ids }) => ({ sectionId: ids.siteSectionId }),
  },
  sortSiteStructure: { body: ({ ids }) => ({ item: { type: 'site-space', id: ids.siteSpaceId }, position: {} }) },
  getSiteAdaptiveSchema: { before: (world) => make(world, `${SITE}/adaptive-schema`, ADAPTIVE_SCHEMA, 'PUT') },
  updateSiteAdaptiveSchema: { body: () => ADAPTIVE_SCHEMA },
  createSiteRedirect: {
    body: ({ ids }) => ({ source: '/older', destination: { kind: 'site-space', siteSpaceId: ids.siteSpaceId } }),
  },
  resolvePublishedContentByUrl: { before: publish, body: (world) => ({ url: siteUrl(world) }) },
  getPublishedContentByUrl: { before: publish, query: (world) => ({ url: siteUrl(world) }) },
  getContentByUrl: { before: publish, query: (world) => ({ url: siteUrl(world) }) },
  trackEventsInSiteById: { before: publish },
  joinOrganizationWithInvite: { as: ({ server }) => server.join() },
  ...Object.fromEntries(
    operations
      .filter(({ path }) => path.startsWith(`${CHANGE_REQUEST}/comments/:commentId`))
      .map(({ id, verb }) => [
        id,
        verb === 'put'
          ? { ...commentOnChangeRequest, body: () => ({ addedReactions: ['👍'] }) }
          : commentOnChangeRequest,
      ]),
  ),
  publishIntegration: {
    body: ({ ids }) => ({
      organization: ids.organizationId,
      title: 'An integration',
      description: 'Does nothing',
      runtime: 'v2',
      script: DRAWING,
      scopes: SCOPES,
    }),
  },
  installIntegration: {
    before: ({ admin, ids }) => admin.http.delete(at(INSTALLATION, ids)),
    body: ({ ids }) => ({ organization: ids.organizationId }),
  },
  installIntegrationOnSpace: {
    before: ({ admin, ids }) => admin.http.delete(at(`${INSTALLATION}/spaces/:spaceId`, ids)),
    body: ({ ids }) => ({ space: ids.spaceId }),
  },
  installIntegrationOnSite: {
    before: ({ admin, ids }) => admin.http.delete(at(`${INSTALLATION}/sites/:siteId`, ids)),
    body: ({ ids }) => ({ siteId: ids.siteId }),
  },
  renderIntegrationUIWithPost: { before: endDevelopment, body: ({ ids }) => renderIn(ids) },
  renderIntegrationUIWithGet: {
    before: endDevelopment,
    query: ({ ids }) => ({ request: renderInUrl(ids) }),
  },
  queueIntegrationTask: { as: async ({ integration }) => integration!, body: () => ({ task: {} }) },
  setIntegrationDevelopmentMode: { body: () => TUNNEL },
  createIntegrationInstallationToken: { as: async ({ integration }) => integration! },
  updateGlossaryEntries: { body: () => ({ operations: [A_TERM] }) },
}

/** Bodies that point at objects: those of others are not there, as in paths. */
export const POINTING: { id: string; body: (ids: Ids) => unknown }[] = [
  { id: 'createSpace', body: (ids) => ({ parent: ids.collectionId }) },
  { id: 'moveSpace', body: (ids) => ({ parent: ids.collectionId }) },
  { id: 'moveSpace', body: (ids) => ({ position: { before: { type: 'space', space: ids.spaceId } } }) },
  { id: 'transferSpace', body: (ids) => ({ organization: ids.organizationId }) },
  { id: 'createCollection', body: (ids) => ({ parent: ids.collectionId }) },
  { id: 'moveCollection', body: (ids) => ({ parent: ids.collectionId }) },
  { id: 'transferCollection', body: (ids) => ({ organization: ids.organizationId }) },
  { id: 'createOrganizationInvite', body: (ids) => ({ level: 'read', space: ids.spaceId }) },
  { id: 'createOrganizationInvite', body: (ids) => ({ level: 'read', collection: ids.collectionId }) },
  { id: 'createOrganizationTeam', body: (ids) => ({ title: 'A team', members: [ids.userId] }) },
  { id: 'updateMembersInOrganizationTeam', body: (ids) => ({ add: [ids.userId] }) },
  { id: 'inviteToSpace', body: (ids) => ({ role: 'read', users: [ids.userId] }) },
  { id: 'inviteToSpace', body: (ids) => ({ role: 'read', teams: [ids.teamId] }) },
  { id: 'inviteToCollection', body: (ids) => ({ role: 'read', users: [ids.userId] }) },
  { id: 'inviteToCollection', body: (ids) => ({ role: 'read', teams: [ids.teamId] }) },
  { id: 'updateSpaceContent', body: (ids) => ({ changes: [{ operation: 'delete_page', page: ids.pageId }] }) },
  { id: 'updateSpaceContent', body: (ids) => ({ changes: [{ operation: 'delete_files', files: [ids.fileId] }] }) },
  {
    id: 'updateSpaceContent',
    body: ({ pageId, revisionId }) => ({ changes: [{ operation: 'revert_page', page: pageId, revision: revisionId }] }),
  },
  { id: 'postCommentInSpace', body: ({ pageId }) => ({ page: pageId, body: { markdown: 'x' } }) },
  { id: 'updateOrganizationById', body: (ids) => ({ defaultContent: { type: 'site', site: ids.siteId } }) },
  { id: 'createSite', body: (ids) => ({ spaces: [ids.spaceId] }) },
  { id: 'updateSiteById', body: (ids) => ({ defaultSiteSpace: ids.siteSpaceId }) },
  { id: 'updateSiteById', body: (ids) => ({ defaultSiteSection: ids.siteSectionId }) },
  {
    id: 'createSiteRedirect',
    body: (ids) => ({ source: '/x', destination: { kind: 'site-space', siteSpaceId: ids.siteSpaceId } }),
  },
  {
    id: 'createSiteRedirect',
    body: (ids) => ({ source: '/x', destination: { kind: 'site-section', siteSectionId: ids.siteSectionId } }),
  },
  { id: 'addSpaceToSite', body: (ids) => ({ spaceId: ids.spaceId }) },
  { id: 'addSpaceToSite', body: (ids) => ({ spaceId: ids.spaceId, sectionId: ids.siteSectionId }) },
  { id: 'updateSiteSpaceById', body: (ids) => ({ spaceId: ids.spaceId }) },
  { id: 'moveSiteSpace', body: (ids) => ({ position: { after: { type: 'site-space', siteSpace: ids.siteSpaceId } } }) },
  { id: 'addSectionToSite', body: (ids) => ({ spaceId: ids.spaceId }) },
  { id: 'updateSiteSectionById', body: (ids) => ({ defaultSiteSpace: ids.siteSpaceId }) },
  {
    id: 'moveSiteSection',
    body: (ids) => ({ position: { after: { type: 'site-section', siteSection: ids.siteSectionId } } }),
  },
  { id: 'addSectionGroupToSite', body: (ids) => ({ title: 'A group', sections: [ids.siteSectionId] }) },
  { id: 'addSectionToGroup', body: (ids) => ({ sectionId: ids.siteSectionId }) },
  {
    id: 'moveSiteSectionGroup',
    body: (ids) => ({ position: { after: { type: 'site-section-group', id: ids.siteSectionGroupId } } }),
  },
  {
    id: 'sortSiteStructure',
    body: (ids) => ({ item: { type: 'site-section', id: ids.siteSectionId }, position: {} }),
  },
  { id: 'createWebhook', body: (ids) => ({ url: 'https://example.com/', spaces: [ids.spaceId] }) },
  { id: 'createWebhook', body: (ids) => ({ url: 'https://example.com/', sites: [ids.siteId] }) },
  { id: 'installIntegration', body: (ids) => ({ organization: ids.organizationId }) },
  { id: 'installIntegrationOnSpace', body: (ids) => ({ space: ids.spaceId }) },
  { id: 'installIntegrationOnSite', body: (ids) => ({ siteId: ids.siteId }) },
  { id: 'renderIntegrationUIWithPost', body: renderIn },
  { id: 'requestReviewersForChangeRequest', body: (ids) => ({ users: [ids.userId] }) },
  { id: 'createOrganizationSAMLProvider', body: (ids) => ({ label: 'A provider', defaultTeam: ids.teamId }) },
  { id: 'updateOrganizationSAMLProvider', body: (ids) => ({ defaultTeam: ids.teamId }) },
  {
    id: 'updateGlossaryEntries',
    body: (ids) => ({ operations: [{ type: 'delete', id: ids.glossaryEntryId }] }),
  },
]

/** Writes that leave no event, each with the reason. */
export const WITHOUT_EVENT: Record<string, string> = {
  trackEventsInSiteById: 'what visitors do is a log of its own',
}

/** Operations made for those who are not in yet, each with the reason. */
export const FOR_STRANGERS: Record<string, string> = {
  joinOrganizationWithInvite: 'an invite link lets in whoever has it',
  listSSOProviderLoginsInOrganization: 'whoever wants to sign in has to know where',
}

interface Prepared {
  caller: Person
  body: unknown
  /** Absent: the smallest. */
  query: Record<string, string> | undefined
}

/** Brings the world into the state in which an operation succeeds; says who has to call it, with what. */
export async function prepare(line: Line, world: World): Promise<Prepared> {
  const { before, body, query, as } = NEEDS[line.id] ?? {}
  await before?.(world)
  const caller = (await as?.(world)) ?? world.admin
  return { caller, body: body ? body(world) : smallestBody(line), query: query?.(world) }
}

/** Calls an operation so that it succeeds. */
export async function succeed(line: Line, world: World) {
  const { caller, body, query } = await prepare(line, world)
  const url = query ? `${at(line.path, world.ids)}?${new URLSearchParams(query)}` : urlOf(line, world.ids)
  return caller.http.send(line.method, url, body)
}

export function smallestBody(line: Line): unknown {
  const shape = bodyOf(line)
  return shape && minimal(toSchema(shape))
}
