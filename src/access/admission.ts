// Decides which tokens and sessions an operation accepts, before anything is loaded. Integrations may call only the operations that
// the table of scopes lists.
import { problem } from '../errors.ts'
import { fromNow, MINUTE } from '../lib/time.ts'
import { type ActingIntegration, type Caller, refuseBoundToken } from './caller.ts'
import { OPERATIONS_BY_AUDIENCE, type Scope } from './scopes.ts'

interface OperationAccess {
  /** The operation id. */
  id: string
  /** Any valid token is enough: no objects are loaded. */
  byTokenAlone: boolean
  bound?: true | undefined
  sensitive?: true | undefined
  inConsole?: true | undefined
}

/** How long a proof of identity lasts for sensitive operations. */
export const CONFIRMED_FOR = 10 * MINUTE

/**
 * Throws 403 if the operation does not accept the token: one bound to an organization, or one of an integration; or if
 * the user of a session has to prove again who they are.
 */
export function admit(caller: Caller, { id, byTokenAlone, bound, sensitive, inConsole }: OperationAccess): void {
  if (sensitive) requireConfirmation(caller)
  if (caller.integration) admitIntegration(caller.integration, id)
  else if (inConsole && !caller.session) throw problem('consoleOnly')
  else if (byTokenAlone && !bound) refuseBoundToken(caller)
}

/** Throws 403 if the user of a session has not proved lately who they are. */
export function requireConfirmation({ session }: Caller): void {
  if (session && session.authenticatedAt < fromNow(-CONFIRMED_FOR)) throw problem('confirmationNeeded')
}

function admitIntegration({ installation, scopes }: ActingIntegration, id: string): void {
  const audience = AUDIENCES.get(id)
  if (!audience) throw problem('notForIntegrations')
  if (audience.has('integration')) return
  if (!installation) throw problem('installationTokenNeeded')
  if (!audience.has('installation') && !scopes.some((scope) => audience.has(scope))) throw problem('scopeMissing')
}

const AUDIENCES = new Map<string, Set<string | Scope>>()
for (const [audience, ids] of Object.entries(OPERATIONS_BY_AUDIENCE))
  for (const id of ids) AUDIENCES.set(id, (AUDIENCES.get(id) ?? new Set<string>()).add(audience))
