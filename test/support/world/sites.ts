// Sites: structure, addresses, redirects, share links, fonts, and sign-in.
import { labelOf } from '../names.ts'
import { at } from '../operations.ts'
import { make, ORGANIZATION, type Part, SITE, type World } from './part.ts'

const publish = ({ admin, ids }: World) => admin.http.post(at(`${SITE}/publish`, ids))

const siteUrl = ({ server, ids }: World) => `${server.url}/${ids.subdomain}/a-site/`

const ADAPTIVE_SCHEMA = {
  jsonSchema: {
    type: 'object',
    properties: { beta: { type: 'boolean', description: 'Takes part in the beta' } },
    additionalProperties: false,
  },
}

const fontOf = ({ ids }: World) => ({
  fontFamily: 'A font',
  fontFaces: [{ weight: 400, storageKey: ids.storageKey }],
})

export const sites: Part = {
  makers: {
    siteId: (world) => make(world, `${ORGANIZATION}/sites`, { title: 'A site', spaces: 'empty' }),
    siteSectionId: async (world) => {
      const spaceId = await make(world, `${ORGANIZATION}/spaces`, { title: 'A space of a section' })
      return make(world, `${SITE}/sections`, { spaceId, title: 'A section' })
    },
    siteSectionGroupId: (world) =>
      make(world, `${SITE}/section-groups`, { title: 'A group', sections: [world.ids.siteSectionId] }),
    siteExternalLinkId: (world) =>
      make(world, `${SITE}/external-links`, { title: 'A link', url: 'https://example.com/' }),
    siteSpaceId: async ({ admin, ids }) => (await admin.http.get(at(`${SITE}/site-spaces`, ids))).body.items[0].id,
    hostname: async (world) => {
      const hostname = `docs.${labelOf(world.ids.siteId!)}.example.com`
      await make(world, SITE, { hostname }, 'PATCH')
      return hostname
    },
    fontId: async (world) => {
      const { admin, ids } = world
      const announced = { file: { name: 'a.woff2', type: 'font/woff2', size: 4 }, kind: 'customization_font' }
      const { key, url } = (await admin.http.post(at(`${ORGANIZATION}/storage/upload`, ids), announced)).body
      await fetch(url, { method: 'PUT', body: 'wOF2' })
      ids.storageKey = key
      return make(world, `${ORGANIZATION}/fonts`, fontOf(world), 'PUT')
    },
    siteRedirectId: (world) =>
      make(world, `${SITE}/redirects`, {
        source: '/old/*',
        destination: { kind: 'site-space', siteSpaceId: world.ids.siteSpaceId },
      }),
    sitePreviewId: (world) => make(world, `${SITE}/previews`, {}),
    shareLinkId: (world) => make(world, `${SITE}/share-links`, { name: 'A share link' }),
  },
  needs: {
    inviteToSite: { body: ({ ids }) => ({ role: 'edit', users: [ids.userId] }) },
    unpublishSite: { before: ({ admin, ids }) => admin.http.post(at(`${SITE}/publish`, ids)) },
    createCustomFont: { body: fontOf },
    addSpaceToSite: { body: ({ ids }) => ({ spaceId: ids.spaceId }) },
    addSectionToSite: { body: ({ ids }) => ({ spaceId: ids.spaceId }) },
    addSectionToGroup: {
      before: ({ admin, ids }) =>
        admin.http.delete(at(`${SITE}/section-groups/:siteSectionGroupId/sections/:siteSectionId`, ids)),
      body: ({ ids }) => ({ sectionId: ids.siteSectionId }),
    },
    sortSiteStructure: {
      body: ({ ids }) => ({ item: { type: 'site-external-link', id: ids.siteExternalLinkId }, position: {} }),
    },
    getSiteAdaptiveSchema: { before: (world) => make(world, `${SITE}/adaptive-schema`, ADAPTIVE_SCHEMA, 'PUT') },
    updateSiteAdaptiveSchema: { body: () => ADAPTIVE_SCHEMA },
    createSiteRedirect: {
      body: ({ ids }) => ({ source: '/older', destination: { kind: 'site-space', siteSpaceId: ids.siteSpaceId } }),
    },
    bulkUpsertSiteRedirects: {
      body: () => ({
        redirects: [{ source: '/away', destination: { kind: 'external', url: 'https://example.com/' } }],
      }),
    },
    resolvePublishedContentByUrl: { before: publish, body: (world) => ({ url: siteUrl(world) }) },
    getPublishedContentByUrl: { before: publish, query: (world) => ({ url: siteUrl(world) }) },
    getContentByUrl: { before: publish, query: (world) => ({ url: siteUrl(world) }) },
    trackEventsInSiteById: { before: publish },
  },
  pointing: [
    { id: 'inviteToSite', body: (ids) => ({ role: 'read', users: [ids.userId] }) },
    { id: 'inviteToSite', body: (ids) => ({ role: 'read', teams: [ids.teamId] }) },
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
    {
      id: 'moveSiteSpace',
      body: (ids) => ({ position: { after: { type: 'site-space', siteSpace: ids.siteSpaceId } } }),
    },
    { id: 'addSectionToSite', body: (ids) => ({ spaceId: ids.spaceId }) },
    { id: 'updateSiteSectionById', body: (ids) => ({ defaultSiteSpace: ids.siteSpaceId }) },
    {
      id: 'moveSiteSection',
      body: (ids) => ({ position: { after: { type: 'site-section', siteSection: ids.siteSectionId } } }),
    },
    { id: 'addSectionGroupToSite', body: (ids) => ({ title: 'A group', sections: [ids.siteSectionId] }) },
    {
      id: 'addExternalLinkToSite',
      body: (ids) => ({ title: 'A link', url: 'https://example.com/', parent: ids.siteSectionGroupId }),
    },
    { id: 'updateSiteExternalLinkById', body: (ids) => ({ parent: ids.siteSectionGroupId }) },
    { id: 'addSectionToGroup', body: (ids) => ({ sectionId: ids.siteSectionId }) },
    {
      id: 'moveSiteSectionGroup',
      body: (ids) => ({ position: { after: { type: 'site-section-group', id: ids.siteSectionGroupId } } }),
    },
    {
      id: 'sortSiteStructure',
      body: (ids) => ({ item: { type: 'site-section', id: ids.siteSectionId }, position: {} }),
    },
  ],
  final: ['addSpaceToSite', 'addSectionToSite'],
}
