import { routes } from '../../server/operation.ts'
import { CustomHostname, HostnameQuery, Subdomain } from '../../shapes/hostnames.ts'

export const hostnameRoutes = routes('Hostnames', {
  getCustomHostname: {
    get: '/custom-hostnames/:hostname',
    can: 'user',
    query: HostnameQuery,
    reply: CustomHostname,
    summary: 'Get a custom hostname, its DNS status, and the record that proves its ownership',
  },
  dnsRevalidateCustomHostname: {
    patch: '/custom-hostnames/:hostname',
    can: 'user',
    query: HostnameQuery,
    event: 'site.hostname.revalidated',
    summary: 'Check the DNS of a custom hostname again, in the background',
  },
  removeCustomHostname: {
    delete: '/custom-hostnames/:hostname',
    can: 'user',
    query: HostnameQuery,
    event: 'site.hostname.removed',
    summary: 'Remove a custom hostname, and the proxy at it, from its site',
  },
  getSubdomain: {
    get: '/subdomains/:subdomain',
    can: 'user',
    reply: Subdomain,
    summary: 'Get a subdomain, and whether anything is published at it',
  },
})
