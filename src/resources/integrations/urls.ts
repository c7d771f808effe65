// Where the outside world calls integrations: by themselves, or as they are installed somewhere.
import type { Urls } from '../../server/urls.ts'

export const endpointOf = (urls: Urls, name: string): string => urls.api(`/integrations/${name}/integration`)

/** Beside the operations on installations, so that neither takes the other's paths. */
export const installationEndpointOf = (urls: Urls, name: string, installationId: string): string =>
  urls.api(`/integrations/${name}/installation/${installationId}`)

export const contentEndpointOf = (
  urls: Urls,
  name: string,
  installationId: string,
  kind: 'space' | 'site',
  contentId: string,
): string => `${installationEndpointOf(urls, name, installationId)}/${kind}/${contentId}`
