// What the SCIM routes share: the client, its organization, the audit log, and errors in the format of SCIM.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { appendEvent, type Event, type EventName } from '../events/events.ts'
import { sha256 } from '../lib/hash.ts'
import { fromNow, MINUTE, now } from '../lib/time.ts'
import { bearerOf } from '../server/bearer.ts'
import type { Urls } from '../server/urls.ts'
import { ScimError } from './errors.ts'
import { sendScimError } from './replies.ts'

/** An identity provider, by its token. */
export interface Client {
  tokenId: string
  organization: Row<'organizations'>
}

type Route = (client: Client, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface Scim {
  database: Database
  /** The URL of this SCIM service. */
  base: string
  /** Authenticates the client, and turns refusals into SCIM errors. */
  handle(route: Route): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  record(
    db: Db,
    client: Client,
    request: FastifyRequest,
    action: EventName,
    target: Event['target'],
    data?: Record<string, unknown>,
  ): Promise<void>
}

export const scimOf = (database: Database, urls: Urls): Scim => ({
  database,
  base: `${urls.base}/scim/v2`,
  handle: (route) => async (request, reply) => {
    const client = await authenticate(database, request)
    try {
      if (/^(POST|PUT|PATCH)$/.test(request.method) && !isObject(request.body))
        throw new ScimError(400, 'The body is a JSON object.', 'invalidSyntax')
      return await route(client, request, reply)
    } catch (error) {
      if (error instanceof ScimError) return sendScimError(reply, error)
      throw error
    }
  },
  async record(db, { tokenId, organization }, request, action, target, data = {}) {
    await appendEvent(db, {
      organizationId: organization.id,
      action,
      actorId: null,
      tokenId,
      target,
      data,
      requestId: request.id,
    })
  },
})

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body)

// A missing or wrong token fails like everywhere else, so that guesses are counted.
async function authenticate(database: Database, request: FastifyRequest): Promise<Client> {
  const token = bearerOf(request)
  const found =
    token &&
    (await database.read
      .selectFrom('scim_tokens')
      .innerJoin('organizations', 'organizations.id', 'scim_tokens.organization_id')
      .selectAll('organizations')
      .select(['scim_tokens.id as token_id', 'scim_tokens.last_used_at'])
      .where('scim_tokens.hash', '=', sha256(token))
      .executeTakeFirst())
  if (!found) throw problem('unauthenticated')
  if (found.last_used_at === null || found.last_used_at < fromNow(-MINUTE))
    await database.write((db) =>
      db.updateTable('scim_tokens').set({ last_used_at: now() }).where('id', '=', found.token_id).execute(),
    )
  return { tokenId: found.token_id, organization: found }
}
