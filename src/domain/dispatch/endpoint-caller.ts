// Identifies callers of an integration's public endpoint, as far as the integration may know them.
import type { FastifyRequest } from 'fastify'
import { type Caller, identify, tokenReaches } from '../../access/caller.ts'
import type { SiteTokens } from '../../access/site-tokens.ts'
import { hasTokenFormat, isIntegrationToken, isPlausibleToken } from '../../access/tokens.ts'
import type { Db } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { bearerOf } from '../../server/bearer.ts'

export interface EndpointCaller {
  /** Set for authenticated users of this server. */
  userId?: string
  /** The request carries a token of this server, which is never forwarded. */
  hasToken: boolean
}

interface IdentificationServices {
  db: Db
  siteTokens: SiteTokens
}

/**
 * `organizationId` is the organization of the installation. A token bound to another one does not identify its user.
 */
export async function identifyCaller(
  { db, siteTokens }: IdentificationServices,
  request: FastifyRequest,
  organizationId: string,
): Promise<EndpointCaller> {
  const token = bearerOf(request)
  if (!token) return { hasToken: false }
  const caller = isPlausibleToken(token) ? await findCaller(db, token) : undefined
  if (!caller) return { hasToken: await isOurs(siteTokens, token) }
  return { hasToken: true, ...(tokenReaches(caller, organizationId) && { userId: caller.user.id }) }
}

const isOurs = async (siteTokens: SiteTokens, token: string): Promise<boolean> =>
  hasTokenFormat(token) || isIntegrationToken(token) || (await siteTokens.verifyVisit(token)) !== undefined

async function findCaller(db: Db, token: string): Promise<Caller | undefined> {
  try {
    return await identify(db, token)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
