// What the settings of an OpenID Connect provider may say. An issuer is a secure URL, or one on this machine.

/** Names that a claim may have. */
export const CLAIM_NAME = '^[\\x21-\\x7e]{1,200}$'

/** The claim of the standard that says whether an address is verified. Others have their own: Entra ID sends `xms_edov`. */
export const VERIFIED_CLAIM = 'email_verified'

const DISCOVERY = '/.well-known/openid-configuration'
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** True for an issuer that may be asked without HTTPS. */
export const isLocalIssuer = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && LOOPBACK.includes(hostname)

/** The issuer that a URL of it, or of its discovery document, names; undefined if there cannot be one. */
export function toIssuer(text: string): string | undefined {
  const issuer = text.endsWith(DISCOVERY) ? text.slice(0, -DISCOVERY.length) : text
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (!url || url.username || url.password || url.search || url.hash || url.pathname.includes('/.well-known/'))
    return undefined
  return url.protocol === 'https:' || isLocalIssuer(url) ? issuer : undefined
}
