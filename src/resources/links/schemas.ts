// Links: the target, the locations that refer to it, and whether it exists.
import Type, { type Static } from 'typebox'
import { listShape, named, oneOf, PagingQuery } from '../../server/schemas.ts'
import { ChangeRequest } from '../../shapes/change-requests.ts'
import { Collection } from '../../shapes/collections.ts'
import { Page, ReusableContent, Revision } from '../../shapes/content.ts'
import { File } from '../../shapes/files.ts'
import { Organization } from '../../shapes/organizations.ts'
import { Space } from '../../shapes/spaces.ts'
import { User } from '../../shapes/users.ts'

const Status = oneOf('ok', 'broken', 'in-app')

export const LinksQuery = Type.Object({
  status: Type.Optional({ ...Status, description: 'Only links with this status.' }),
})

/** The revision contains only the located item. */
const VersionContext = Type.Object({
  type: oneOf('revision', 'changeRequest'),
  revision: Type.Optional(Revision),
  changeRequest: Type.Optional(ChangeRequest),
})

const InternalLocation = Type.Object({
  type: oneOf('node', 'anchor'),
  node: Type.Optional(Type.String()),
  anchor: Type.Optional(Type.String()),
})

/** One shape for all kinds; the kind decides which fields are set. */
export const ContentLocation = named(
  'ContentLocation',
  Type.Object({
    kind: oneOf('file', 'url', 'page', 'user', 'collection', 'space', 'reusable-content'),
    organization: Type.Optional(Organization),
    space: Type.Optional(Space),
    versionContext: Type.Optional(VersionContext),
    internalLocation: Type.Optional(InternalLocation),
    page: Type.Optional(Page),
    file: Type.Optional(File),
    reusableContent: Type.Optional(ReusableContent),
    collection: Type.Optional(Collection),
    user: Type.Optional(User),
    url: Type.Optional(Type.String()),
  }),
)
export type Location = Static<typeof ContentLocation>

const Link = named(
  'ContentReferenceUsage',
  Type.Object({
    status: Status,
    relation: oneOf('reference', 'dependsOn'),
    targetReference: Type.Optional(ContentLocation),
    locationReferences: Type.Array(ContentLocation),
  }),
)

export const Links = Type.Object({
  ...listShape(Link).properties,
  stats: named(
    'ContentReferencesStats',
    Type.Object({
      total: Type.Integer({ minimum: 0, description: 'All links, regardless of the filter.' }),
      broken: Type.Object({
        total: Type.Integer({ minimum: 0 }),
        changeRequest: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Links that the change request broke, or added broken.' }),
        ),
      }),
    }),
  ),
})

export const PagedLinksQuery = Type.Object({ ...PagingQuery.properties, ...LinksQuery.properties })

export const ChangeRequestLinksQuery = Type.Object({
  ...PagedLinksQuery.properties,
  brokenContext: Type.Optional({
    ...oneOf('change-request', 'space'),
    description: 'Only broken links: those that the change request caused, or those of main content.',
  }),
})
