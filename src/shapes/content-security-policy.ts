// The content security policy of an integration, as text or as directives.
import Type, { type Static } from 'typebox'

const DIRECTIVES = [
  'base-uri',
  'block-all-mixed-content',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'navigate-to',
  'object-src',
  'plugin-types',
  'prefetch-src',
  'referrer',
  'report-to',
  'report-uri',
  'require-sri-for',
  'require-trusted-types-for',
  'sandbox',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'upgrade-insecure-requests',
  'worker-src',
]

const Text = Type.String({ maxLength: 10_000 })

export const ContentSecurityPolicy = Type.Union([
  Text,
  Type.Object(Object.fromEntries(DIRECTIVES.map((name) => [name, Type.Optional(Text)]))),
])

/** The policy as a header value. */
export function toPolicyText(policy: Static<typeof ContentSecurityPolicy>): string {
  const directives =
    typeof policy === 'string' ? policy.split(';') : Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return directives
    .map((directive) => directive.replaceAll(/[\s;]+/g, ' ').trim())
    .filter(Boolean)
    .join('; ')
}
