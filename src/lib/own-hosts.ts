// The hosts of this server. No organization can claim them or their subdomains: a site there could impersonate the
// server, or the site of another organization.

/** Normalizes a host for comparison: lower case, without port and trailing dot. */
const normalize = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** The names of this machine for itself: whoever uses one of them may use another one tomorrow. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The hosts of the base URL and of these settings. Each setting is a host with an optional port, or unset. */
export function ownHostsOf(base: string, ...hosts: (string | undefined)[]): string[] {
  const { hostname } = new URL(base)
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
  return [...names, ...hosts].filter((host) => host !== undefined).map(normalize)
}

/** True for the server's own hosts and their subdomains. */
export const isOwnHost = (host: string, own: readonly string[]): boolean =>
  own.some((each) => normalize(host) === each || normalize(host).endsWith(`.${each}`))
