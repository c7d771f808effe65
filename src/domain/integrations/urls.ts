// Public URLs of integrations and installations. With a host for integrations, each integration has an origin below it;
// otherwise all share the base URL.
import { sha256 } from '../../lib/hash.ts'
import type { Urls } from '../../server/urls.ts'

export const endpointOf = (urls: Urls, name: string): string =>
  `${originOf(urls, name)}/v1/integrations/${name}/integration`

/** Distinct from the paths of the operations on installations. */
export const installationEndpointOf = (urls: Urls, name: string, installationId: string): string =>
  `${originOf(urls, name)}/v1/integrations/${name}/installation/${installationId}`

export const contentEndpointOf = (
  urls: Urls,
  name: string,
  installationId: string,
  kind: 'space' | 'site',
  contentId: string,
): string => `${installationEndpointOf(urls, name, installationId)}/${kind}/${contentId}`

/** The origin of everything that an integration serves. */
export const originOf = (urls: Urls, name: string): string =>
  urls.integrationsHost === undefined
    ? urls.base
    : `${new URL(urls.base).protocol}//${labelOf(name)}.${urls.integrationsHost}`

/** Names that are not valid DNS labels, or could collide with a hashed one, are hashed. */
const LABEL = /^(?!x-|..--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

const labelOf = (name: string): string =>
  LABEL.test(name) ? name : `x-${Buffer.from(sha256(name), 'base64url').toString('hex').slice(0, 40)}`
