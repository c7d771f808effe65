// References as the API shows them: what is referred to, from where, and whether it is there.
import Type, { type Static } from 'typebox'
import { listShape, named, oneOf, PagingQuery } from '../../server/schemas.ts'
import { ChangeRequest } from '../change-requests/schemas.ts'
import { Collection } from '../collections/schemas.ts'
import { Page, ReusableContent, Revision } from '../content/schemas.ts'
import { File } from '../files/schemas.ts'
import { Organization } from '../organizations/schemas.ts'
import { Space } from '../spaces/schemas.ts'
import { User } from '../users/schemas.ts'

const Status = oneOf('ok', 'broken', 'in-app')

export const LinksQuery = Type.Object({
  status: Type.Optional({ ...Status, description: 'Only references in this state.' }),
})

/** Of the content of the revision, only what the location is about. */
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

/** One shape for all kinds, with the fields that the kind has. */
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
      total: Type.Integer({ minimum: 0, description: 'All links, whatever the filter.' }),
      broken: Type.Object({
        total: Type.Integer({ minimum: 0 }),
        changeRequest: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Those that the change request broke or brought in broken.' }),
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
    description: 'Only broken references: those that the change request brought about, or those that main content has.',
  }),
})
