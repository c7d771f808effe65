// Another organization with unique words in all its content, which outsiders must never see.
import { at } from './operations.ts'
import type { World } from './world.ts'

const SECRET = 'xylograph'

/** Writes secrets into all content of the world; returns them and other values that only members know. */
export async function settleOthers({ admin, member, ids }: World): Promise<string[]> {
  const patch = (path: string, title: string) => admin.http.patch(at(path, ids), { title: `${SECRET} ${title}` })
  await patch('/v1/orgs/:organizationId', 'organization')
  await patch('/v1/orgs/:organizationId/teams/:teamId', 'team')
  await patch('/v1/orgs/:organizationId/sites/:siteId', 'site')
  await patch('/v1/collections/:collectionId', 'collection')
  await patch('/v1/spaces/:spaceId', 'space')
  await admin.http.patch(at('/v1/spaces/:spaceId/change-requests/:changeRequestId', ids), { subject: SECRET })
  await admin.http.post(at('/v1/spaces/:spaceId/comments', ids), { body: { markdown: `A ${SECRET} in a comment` } })
  await admin.http.patch(`/v1/users/${admin.id}`, { displayName: `${SECRET} admin` })
  const document = { markdown: `# A ${SECRET}\n\nMore of the ${SECRET}.` }
  await admin.http.post(at('/v1/spaces/:spaceId/content', ids), {
    changes: [
      { operation: 'update_page', page: ids.pageId, title: `${SECRET} page`, document },
      { operation: 'set_variables', variables: { secret: SECRET } },
    ],
  })
  return [SECRET, admin.id, admin.email, member.email, admin.token]
}

const SEEN = [
  '/v1/orgs/:organizationId',
  '/v1/orgs/:organizationId/members',
  '/v1/orgs/:organizationId/teams/:teamId/members',
  '/v1/orgs/:organizationId/collections',
  '/v1/orgs/:organizationId/spaces',
  '/v1/orgs/:organizationId/link-invites',
  '/v1/orgs/:organizationId/saml',
  '/v1/orgs/:organizationId/oidc',
  '/v1/orgs/:organizationId/openapi',
  '/v1/orgs/:organizationId/sites/:siteId/structure',
  '/v1/spaces/:spaceId/revisions',
  '/v1/spaces/:spaceId/content/page/:pageId?format=markdown',
  '/v1/spaces/:spaceId/permissions/users',
  '/v1/spaces/:spaceId/permissions/teams',
  '/v1/spaces/:spaceId/comments?status=all',
  '/v1/spaces/:spaceId/change-requests',
]

/** Everything that its admin sees, except access times. */
export async function fingerprint({ admin, ids }: World): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const path of SEEN) {
    const { text } = await admin.http.get(at(path, ids))
    found[path] = JSON.parse(text, (key, value) => (key === 'lastSeenAt' ? undefined : value))
  }
  return found
}
