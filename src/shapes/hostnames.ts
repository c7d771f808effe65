// Custom hostnames of sites and subdomains of organizations.
import Type from 'typebox'
import { Id, named, oneOf, Uri } from '../server/schemas.ts'

/** Selects a site if several claim the same host. */
export const HostnameQuery = Type.Object({
  site: Type.Optional(Id),
})

export const CustomHostname = named(
  'CustomHostname',
  Type.Object({
    object: Type.Literal('custom-hostname'),
    hostname: Type.String(),
    target: Type.Object({ type: Type.Literal('site'), site: Type.String() }),
    isActive: Type.Boolean(),
    status: Type.Optional(oneOf('dns_passed', 'dns_wrong_cname', 'dns_no_cname')),
    proof: Type.Object(
      {
        type: Type.Literal('TXT'),
        name: Type.String({ description: 'The name of the DNS record.' }),
        value: Type.String({ description: 'The value of the DNS record, specific to the site.' }),
        status: oneOf('pending', 'proven'),
      },
      { description: 'The DNS record that proves ownership of the host. The site is served there once it is proven.' },
    ),
    urls: Type.Object({ location: Uri }),
  }),
)

export const Subdomain = named(
  'Subdomain',
  Type.Object({
    object: Type.Literal('subdomain'),
    subdomain: Type.String(),
    target: Type.Object({ type: Type.Literal('organization'), organization: Type.String() }),
    isActive: Type.Boolean(),
  }),
)
