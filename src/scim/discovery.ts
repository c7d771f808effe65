// What this service supports, for clients that ask: configuration, resource types and schemas.
import type { LaterRoutes } from '../server/later-routes.ts'
import type { Scim } from './context.ts'
import { notFound } from './errors.ts'
import { type Json, SCHEMAS, sendScim } from './replies.ts'

const CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an admin of the organization created.',
      primary: true,
    },
  ],
}

const attribute = (name: string, more: Json = {}): Json => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const complex = (name: string, subAttributes: Json[], more: Json = {}): Json =>
  attribute(name, { type: 'complex', subAttributes, ...more })

const USER = {
  id: SCHEMAS.user,
  name: 'User',
  description: 'A member of the organization.',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('displayName'),
    complex('name', [attribute('formatted'), attribute('givenName'), attribute('familyName')]),
    complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
      multiValued: true,
    }),
    attribute('active', { type: 'boolean' }),
    complex('groups', [attribute('value'), attribute('display')], { multiValued: true, mutability: 'readOnly' }),
  ],
}

const GROUP = {
  id: SCHEMAS.group,
  name: 'Group',
  description: 'A team of the organization.',
  attributes: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    complex('members', [attribute('value'), attribute('display', { mutability: 'readOnly' })], { multiValued: true }),
  ],
}

const typeOf = ({ id, name, description }: typeof USER | typeof GROUP): Json & { id: string } => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description,
  endpoint: `/${name}s`,
  schema: id,
})

export function serveDiscovery(http: LaterRoutes, { handle }: Scim): void {
  http.get(
    '/ServiceProviderConfig',
    handle(async (_client, _request, reply) => sendScim(reply, CONFIG)),
  )
  serveAll(http, handle, '/ResourceTypes', [typeOf(USER), typeOf(GROUP)])
  serveAll(
    http,
    handle,
    '/Schemas',
    [USER, GROUP].map((schema) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'], ...schema })),
  )
}

function serveAll(http: LaterRoutes, handle: Scim['handle'], path: string, all: (Json & { id: string })[]): void {
  http.get(
    path,
    handle(async (_client, _request, reply) =>
      sendScim(reply, {
        schemas: [SCHEMAS.list],
        totalResults: all.length,
        startIndex: 1,
        itemsPerPage: all.length,
        Resources: all,
      }),
    ),
  )
  http.get(
    `${path}/:id`,
    handle(async (_client, request, reply) => {
      const found = all.find(({ id }) => id === (request.params as { id: string }).id)
      if (!found) throw notFound()
      return sendScim(reply, found)
    }),
  )
}
