// Links in the header, footer and announcement of a site.
import Type from 'typebox'
import { inWords, Nullable, oneOf } from '../server/schemas.ts'
import { Condition } from './site-structure.ts'

// Rejects schemes that can run code in a browser.
const LinkUrl = Type.String({
  maxLength: 2048,
  pattern: inWords('^(https?://|mailto:|tel:|/|#)', 'must begin with https://, http://, mailto:, tel:, / or #'),
})

const refTo = (kind: string, field: string, ...optional: string[]) => ({
  type: 'object',
  required: ['kind', field],
  properties: {
    kind: { const: kind },
    ...Object.fromEntries(
      [field, ...optional].map((name) => [name, { type: 'string', minLength: 1, maxLength: 2048 }]),
    ),
  },
})

const ContentRef = Type.Unsafe<{ kind: string }>({
  anyOf: [
    { ...refTo('url', 'url'), properties: { kind: { const: 'url' }, url: LinkUrl } },
    refTo('file', 'file', 'space'),
    refTo('page', 'page', 'space'),
    refTo('anchor', 'anchor', 'page', 'space'),
    refTo('user', 'user'),
    refTo('collection', 'collection'),
    refTo('space', 'space'),
    refTo('reusable-content', 'reusableContent', 'space'),
    refTo('openapi', 'spec'),
  ],
})

const ContentLink = Type.Object({ title: Type.String({ maxLength: 64 }), to: ContentRef })
export const MAX_LINKS = 100
const Links = Type.Array(ContentLink, { maxItems: MAX_LINKS })

export const HeaderItem = Type.Object({
  title: Type.String({ maxLength: 64 }),
  style: Type.Optional(oneOf('link', 'button-primary', 'button-secondary')),
  to: Nullable(ContentRef),
  links: Links,
  condition: Type.Optional(Condition),
})
export const FooterGroup = Type.Object({ title: Type.String({ maxLength: 64 }), links: Links })
export const Announcement = Type.Object({
  enabled: Type.Boolean(),
  message: Type.String({ minLength: 2, maxLength: 128 }),
  link: Type.Optional(ContentLink),
  style: oneOf('info', 'warning', 'danger', 'success'),
})
