// What search finds: pages with the sections that match, and in organizations the spaces around them.
import Type from 'typebox'
import { named, Uri } from '../../server/schemas.ts'

export const SearchQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'Words that a page must have, in its title, headings or text; of the last one the beginning is enough.',
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
    sections: Type.Array(Section, { description: 'The first sections that match.' }),
    urls: Type.Object({ app: Uri }),
  }),
)

export const SpaceResult = named(
  'SearchSpaceResult',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    pages: Type.Array(PageResult, { description: 'The best pages of the space; search in the space finds all.' }),
  }),
)
