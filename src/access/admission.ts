// Which tokens an operation takes at all, decided before anything is loaded. It is open to integrations only when its
// line says so, and then their scopes decide.
import { problem } from '../errors.ts'
import { type Caller, refuseBound } from './caller.ts'
import type { Scope } from './scopes.ts'

/** `integration`: any token of an integration. `installation`: only of an installation. A scope: of one that has it. */
export type OpenTo = 'integration' | 'installation' | Scope | readonly Scope[]

/** What decides whether a valid token may call an operation at all, before anything is loaded. */
export interface Admission {
  /** Nothing is loaded: a valid token is enough. */
  byTokenAlone: boolean
  bound?: true
  integrations?: OpenTo
}

/** Refuses tokens for which an operation was not made: those of a single organization, and those of integrations. */
export function admit(caller: Caller, { byTokenAlone, bound, integrations }: Admission): void {
  if (!caller.integration) {
    if (byTokenAlone && !bound) refuseBound(caller)
    return
  }
  if (integrations === undefined) throw problem('notForIntegrations')
  if (integrations === 'integration') return
  const { installation, scopes } = caller.integration
  if (!installation) throw problem('installationTokenNeeded')
  if (integrations !== 'installation' && ![integrations].flat().some((scope) => scopes.includes(scope as Scope)))
    throw problem('scopeMissing')
}
