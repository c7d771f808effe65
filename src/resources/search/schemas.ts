// Search results: pages with their matching sections, grouped by space in searches of organizations and sites.
import Type from 'typebox'
import { Id, named, oneOf, Uri } from '../../server/schemas.ts'

export const SearchQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Words that a page must contain in its title, headings or text. The last word matches as a prefix.',
  }),
})

const Section = named(
  'SearchSectionResult',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    path: Type.String(),
    body: Type.String({ description: 'The text around the first match.' }),
    urls: Type.Object({ app: Uri }),
  }),
)

export const PageResult = named(
  'SearchPageResult',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    path: Type.String(),
    sections: Type.Array(Section, { description: 'The best matching sections.' }),
    urls: Type.Object({ app: Uri }),
  }),
)

export const SpaceResult = named(
  'SearchSpaceResult',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    pages: Type.Array(PageResult, {
      description: 'The best pages of the space. Searching the space itself returns all of them.',
    }),
  }),
)

const Ids = Type.Array(Id, { maxItems: 1000 })

export const SiteSearch = Type.Object({
  ...SearchQuery.properties,
  scope: Type.Optional(
    Type.Object({
      mode: oneOf('default', 'specific', 'all'),
      includedSiteSpaces: Type.Optional(Ids),
      siteSpaceIds: Type.Optional(Ids),
    }),
  ),
  mode: Type.Optional(oneOf('specific', 'current', 'all')),
  siteSpaceId: Type.Optional(Id),
  siteSpaceIds: Type.Optional(Ids),
})
