// Which tokens an operation takes at all, decided before anything is loaded. To integrations it is open only when the
// table of scopes says so.
import { problem } from '../errors.ts'
import { type Acting, type Caller, refuseBound } from './caller.ts'
import { OPEN_TO, type Scope } from './scopes.ts'

interface Asked {
  /** The operation. */
  id: string
  /** Nothing is loaded: a valid token is enough. */
  byTokenAlone: boolean
  bound?: true | undefined
}

/** Refuses tokens for which an operation was not made: those of a single organization, and those of integrations. */
export function admit(caller: Caller, { id, byTokenAlone, bound }: Asked): void {
  if (caller.integration) admitIntegration(caller.integration, id)
  else if (byTokenAlone && !bound) refuseBound(caller)
}

function admitIntegration({ installation, scopes }: Acting, id: string): void {
  const audience = AUDIENCES.get(id)
  if (!audience) throw problem('notForIntegrations')
  if (audience.has('integration')) return
  if (!installation) throw problem('installationTokenNeeded')
  if (!audience.has('installation') && !scopes.some((scope) => audience.has(scope))) throw problem('scopeMissing')
}

const AUDIENCES = new Map<string, Set<string | Scope>>()
for (const [audience, ids] of Object.entries(OPEN_TO))
  for (const id of ids) AUDIENCES.set(id, (AUDIENCES.get(id) ?? new Set<string>()).add(audience))
