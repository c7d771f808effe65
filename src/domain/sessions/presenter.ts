// How replies show an account, its sessions and its passkeys.
import type { Static } from 'typebox'
import type { Row } from '../../db/tables.ts'
import { describeDevice } from '../../lib/user-agent.ts'
import type { Urls } from '../../server/urls.ts'
import type { Account, Passkey, UserSession } from '../../shapes/account.ts'
import { toUser } from '../people/index.ts'

export const toAccount = (user: Row<'users'>, urls: Urls): Static<typeof Account> => ({
  ...toUser(user, urls),
  language: user.language ?? undefined,
  theme: user.theme ?? undefined,
  passkeyRequired: user.passkey_required === 1,
  serverAdmin: user.server_admin === 1,
})

export const toSession = (session: Row<'sessions'>, currentId: string, urls: Urls): Static<typeof UserSession> => ({
  object: 'session',
  id: session.id,
  device: describeDevice(session.user_agent),
  method: session.method,
  address: session.address ?? undefined,
  current: session.id === currentId,
  createdAt: session.created_at,
  lastUsedAt: session.last_used_at,
  expiresAt: session.expires_at,
  urls: { location: urls.api(`/user/sessions/${session.id}`) },
})

export const toPasskey = (passkey: Row<'passkeys'>, urls: Urls): Static<typeof Passkey> => ({
  object: 'passkey',
  id: passkey.id,
  name: passkey.name,
  createdAt: passkey.created_at,
  lastUsedAt: passkey.last_used_at ?? undefined,
  urls: { location: urls.api(`/user/passkeys/${passkey.id}`) },
})
