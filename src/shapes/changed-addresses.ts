// What a merge would change in the addresses of pages on sites.
import Type from 'typebox'
import { named, oneOf, Uri } from '../server/schemas.ts'

const path = (description: string) => Type.Optional(Type.String({ description }))

const Visibility = Type.Object({
  hidden: Type.Boolean({ description: 'Not in the navigation of sites.' }),
  noIndex: Type.Boolean({ description: 'Not found by the search of the site.' }),
  noRobotsIndex: Type.Boolean({ description: 'Not for search engines.' }),
  condition: Type.Optional(Type.String({ description: 'Only for visitors for whom it is true.' })),
})

export const ChangedAddresses = named(
  'ChangedAddresses',
  Type.Object({
    object: Type.Literal('changed-addresses'),
    sites: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        url: { ...Uri, description: 'The address of the space on the site; paths of pages are appended to it.' },
      }),
      { description: 'The published sites that show the space.' },
    ),
    changes: Type.Array(
      Type.Object({
        kind: oneOf('appears', 'moves', 'vanishes'),
        page: Type.Object({ id: Type.String(), title: Type.String() }),
        before: path('The path in main content. After a move, it redirects unless that is declined.'),
        after: path('The path after the merge.'),
        pages: Type.Optional(
          Type.Integer({ description: 'The number of pages that move: this one, and those below it.' }),
        ),
      }),
    ),
    count: Type.Integer({ description: 'The number of changes; at most 500 are listed.' }),
    visibility: Type.Array(
      Type.Object({
        page: Type.Object({ id: Type.String(), title: Type.String() }),
        before: Visibility,
        after: Visibility,
      }),
      { description: 'The pages that other readers see after the merge, or that are found elsewhere; at most 500.' },
    ),
  }),
)
