// Names in the DNS that lead to sites: hostnames of their own, and subdomains of organizations.
import Type from 'typebox'
import { named, oneOf, Uri } from '../../server/schemas.ts'

export const CustomHostname = named(
  'CustomHostname',
  Type.Object({
    object: Type.Literal('custom-hostname'),
    hostname: Type.String(),
    target: Type.Object({ type: Type.Literal('site'), site: Type.String() }),
    isActive: Type.Boolean(),
    status: Type.Optional(oneOf('dns_passed', 'dns_wrong_cname', 'dns_no_cname')),
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
