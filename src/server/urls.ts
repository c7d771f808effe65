// Builds absolute URLs of resources under the configured base URL.
import { ownHostsOf } from '../lib/own-hosts.ts'

export interface Urls {
  base: string
  /** A URL of the API: `api('/spaces/x')`. */
  api(path: string): string
  /** A URL of the web app. */
  app(path: string): string
  /** The host whose subdomains serve sites; undefined: sites are under the base URL. */
  sitesHost?: string | undefined
  /** The host whose subdomains serve integrations; undefined: integrations are under the base URL. */
  integrationsHost?: string | undefined
  /** The server's own hosts. No site can use them or their subdomains as a hostname or a proxy. */
  ownHosts: readonly string[]
  /** The first segments of the server's own paths, once its routes are registered. */
  ownSegments: Set<string>
}

/** Hosts besides the host of the base URL. */
type Hosts = Pick<Urls, 'sitesHost' | 'integrationsHost'>

export const createUrls = (base: string, { sitesHost, integrationsHost }: Hosts = {}): Urls => ({
  base,
  sitesHost,
  integrationsHost,
  ownHosts: ownHostsOf(base, sitesHost, integrationsHost),
  ownSegments: new Set(),
  api: (path) => `${base}/v1${path}`,
  app: (path) => `${base}/app${path}`,
})
