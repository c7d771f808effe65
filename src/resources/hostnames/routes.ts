import { routes } from '../../server/operation.ts'
import { CustomHostname, Subdomain } from './schemas.ts'

export const hostnameRoutes = routes('Hostnames', {
  getCustomHostname: {
    get: '/custom-hostnames/:hostname',
    can: 'user',
    reply: CustomHostname,
    summary: 'Get the custom hostname of a site, and whether the DNS knows it',
  },
  dnsRevalidateCustomHostname: {
    patch: '/custom-hostnames/:hostname',
    can: 'user',
    event: 'site.hostname.revalidated',
    summary: 'Look into the DNS again, in the background',
  },
  removeCustomHostname: {
    delete: '/custom-hostnames/:hostname',
    can: 'user',
    event: 'site.hostname.removed',
    summary: 'Remove a custom hostname from its site',
  },
  getSubdomain: {
    get: '/subdomains/:subdomain',
    can: 'user',
    reply: Subdomain,
    summary: 'Get a subdomain, and whether anything is published there',
  },
})
