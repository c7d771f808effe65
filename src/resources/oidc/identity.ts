// Reads email address, name and groups from the claims of an identity provider.
import { Refusal } from '../../domain/sessions/index.ts'
import { type Identity, isAddress, toDisplayName } from '../../domain/sso/index.ts'
import { normalizeEmail } from '../../lib/text.ts'

export type Claims = Record<string, unknown>

const MAX_GROUPS = 2000

// Some providers send the boolean as text, or as a number.
const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/** The sources of claims in order: the ID token, then the userinfo endpoint. */
export function readIdentity(sources: readonly Claims[], verifiedClaim: string): Identity {
  // Address and verification count only together.
  const withAddress = sources.filter(({ email }) => typeof email === 'string' && isAddress(email))
  const source = withAddress.find((claims) => claims[verifiedClaim] !== undefined) ?? withAddress[0]
  if (!source) throw new Refusal('noEmailClaim')
  const said = source[verifiedClaim]
  if (!YES.has(said)) throw new Refusal('unverifiedThere', `${verifiedClaim} is ${JSON.stringify(said) ?? 'missing'}`)
  return { email: normalizeEmail(source.email as string), displayName: readName(sources) }
}

function readName(sources: readonly Claims[]): string | undefined {
  const text = (name: string) =>
    sources.map((claims) => claims[name]).find((value): value is string => typeof value === 'string' && value !== '')
  const parts = [text('given_name'), text('family_name')].filter((part) => part !== undefined)
  return toDisplayName(text('name') ?? (parts.join(' ') || text('preferred_username')) ?? '')
}

/** The groups in a claim: a list of names, or one name. */
export function readGroups(sources: readonly Claims[], claim: string): Set<string> {
  const value = sources.map((claims) => claims[claim]).find((found) => found !== undefined)
  const names = (Array.isArray(value) ? value : [value]).slice(0, MAX_GROUPS)
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** All claims as text: those of the ID token, then others of the userinfo endpoint. */
export const listClaims = (sources: readonly Claims[]): [name: string, values: string[]][] =>
  Object.entries(Object.assign({}, ...sources.toReversed()) as Claims).map(([name, value]) => [
    name,
    (Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value]).map((one) =>
      typeof one === 'string' ? one : JSON.stringify(one),
    ),
  ])
