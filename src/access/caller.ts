// Who is asking: the user behind the token of a request.

import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { now } from '../lib/time.ts'
import { hashToken, isPlausibleToken } from './tokens.ts'

export interface Caller {
  user: Row<'users'>
  tokenId: string
}

/** The caller a bearer token stands for; an unknown, expired or revoked one is refused. */
export async function identify(db: Db, token: string): Promise<Caller> {
  const [row] = isPlausibleToken(token) ? await findByToken(db, { hash: hashToken(token) }) : []
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now())) {
    throw problem('unauthenticated')
  }
  return { user: row, tokenId: row.token_id }
}

const findByToken = prepared<
  { hash: string },
  Row<'users'> & Pick<Row<'tokens'>, 'expires_at' | 'revoked_at'> & { token_id: string }
>((db, param) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('users')
    .select(['tokens.id as token_id', 'tokens.expires_at', 'tokens.revoked_at'])
    .where('tokens.hash', '=', param('hash')),
)
