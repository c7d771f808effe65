// The operations that the console calls, as types of the API's own route tables. Nothing of the server is bundled: a
// call names its verb and path, and the types say what it takes and returns.
import type { Static, TSchema } from 'typebox'
import type { accountRoutes } from '../../../resources/account/routes.ts'
import type { activeIntegrationRoutes } from '../../../resources/active-integrations/routes.ts'
import type { adaptiveRoutes } from '../../../resources/adaptive/routes.ts'
import type { auditEventRoutes } from '../../../resources/audit-events/routes.ts'
import type { binRoutes } from '../../../resources/bin/routes.ts'
import type { changeRequestRoutes, reviewRoutes } from '../../../resources/change-requests/routes.ts'
import type { collectionRoutes } from '../../../resources/collections/routes.ts'
import type {
  changeRequestCommentRoutes,
  commentFileRoutes,
  spaceCommentRoutes,
} from '../../../resources/comments/routes.ts'
import type {
  changeRequestContentRoutes,
  revisionRoutes,
  spaceContentRoutes,
} from '../../../resources/content/routes.ts'
import type { customizationRoutes } from '../../../resources/customization/routes.ts'
import type { embedRoutes } from '../../../resources/embeds/routes.ts'
import type { favoriteRoutes } from '../../../resources/favorites/routes.ts'
import type { changeRequestFileRoutes, fileRoutes, storageRoutes } from '../../../resources/files/routes.ts'
import type { fontRoutes } from '../../../resources/fonts/routes.ts'
import type { gitRoutes } from '../../../resources/git/routes.ts'
import type { glossaryRoutes } from '../../../resources/glossary/routes.ts'
import type { hostnameRoutes } from '../../../resources/hostnames/routes.ts'
import type { importRunRoutes } from '../../../resources/import-runs/routes.ts'
import type { insightsRoutes } from '../../../resources/insights/routes.ts'
import type { integrationActivityRoutes } from '../../../resources/integration-activity/routes.ts'
import type {
  installationRoutes,
  siteInstallationRoutes,
  spaceInstallationRoutes,
} from '../../../resources/integration-installations/routes.ts'
import type { integrationRoutes } from '../../../resources/integrations/routes.ts'
import type { inviteRoutes } from '../../../resources/invites/routes.ts'
import type { changeRequestLinkRoutes, linkRoutes, specLinkRoutes } from '../../../resources/links/routes.ts'
import type { liveRoutes } from '../../../resources/live/routes.ts'
import type { memberRoutes } from '../../../resources/members/routes.ts'
import type { notificationRoutes } from '../../../resources/notifications/routes.ts'
import type { oidcRoutes } from '../../../resources/oidc/routes.ts'
import type { openAPISpecRoutes } from '../../../resources/openapi-specs/routes.ts'
import type { organizationTokenRoutes } from '../../../resources/organization-tokens/routes.ts'
import type { organizationRoutes } from '../../../resources/organizations/routes.ts'
import type { pdfRoutes } from '../../../resources/pdf/routes.ts'
import type { collectionPermissionRoutes, spacePermissionRoutes } from '../../../resources/permissions/routes.ts'
import type { redirectRoutes } from '../../../resources/redirects/routes.ts'
import type { samlRoutes } from '../../../resources/saml/routes.ts'
import type { scimTokenRoutes } from '../../../resources/scim-tokens/routes.ts'
import type { searchRoutes, siteSearchRoutes } from '../../../resources/search/routes.ts'
import type { serverRoutes } from '../../../resources/server/routes.ts'
import type { serverBackupRoutes } from '../../../resources/server-backups/routes.ts'
import type { serverJobRoutes } from '../../../resources/server-jobs/routes.ts'
import type { operatorRoutes } from '../../../resources/server-operator/routes.ts'
import type { serverUnusedRoutes } from '../../../resources/server-unused/routes.ts'
import type { shareLinkRoutes } from '../../../resources/share-links/routes.ts'
import type { siteExternalLinkRoutes } from '../../../resources/site-external-links/routes.ts'
import type { sitePermissionRoutes } from '../../../resources/site-permissions/routes.ts'
import type { sitePreviewRoutes } from '../../../resources/site-previews/routes.ts'
import type { siteSectionGroupRoutes } from '../../../resources/site-section-groups/routes.ts'
import type { siteSectionRoutes } from '../../../resources/site-sections/routes.ts'
import type { siteSpaceRoutes } from '../../../resources/site-spaces/routes.ts'
import type { siteRoutes } from '../../../resources/sites/routes.ts'
import type { siteStructureRoutes } from '../../../resources/sites/structure/routes.ts'
import type { spaceRoutes } from '../../../resources/spaces/routes.ts'
import type { teamRoutes } from '../../../resources/teams/routes.ts'
import type { translationRoutes } from '../../../resources/translations/routes.ts'
import type { userRoutes } from '../../../resources/users/routes.ts'
import type { visitorAuthRoutes } from '../../../resources/visitor-auth/routes.ts'
import type { webhookRoutes } from '../../../resources/webhooks/routes.ts'
import type { ParamNames } from '../../../server/operation.ts'

type Tables = (
  | typeof accountRoutes
  | typeof activeIntegrationRoutes
  | typeof auditEventRoutes
  | typeof binRoutes
  | typeof changeRequestCommentRoutes
  | typeof commentFileRoutes
  | typeof changeRequestContentRoutes
  | typeof changeRequestRoutes
  | typeof collectionPermissionRoutes
  | typeof collectionRoutes
  | typeof changeRequestFileRoutes
  | typeof changeRequestLinkRoutes
  | typeof favoriteRoutes
  | typeof embedRoutes
  | typeof fileRoutes
  | typeof gitRoutes
  | typeof importRunRoutes
  | typeof glossaryRoutes
  | typeof installationRoutes
  | typeof integrationActivityRoutes
  | typeof integrationRoutes
  | typeof inviteRoutes
  | typeof siteInstallationRoutes
  | typeof spaceInstallationRoutes
  | typeof translationRoutes
  | typeof webhookRoutes
  | typeof linkRoutes
  | typeof liveRoutes
  | typeof memberRoutes
  | typeof notificationRoutes
  | typeof oidcRoutes
  | typeof openAPISpecRoutes
  | typeof organizationRoutes
  | typeof pdfRoutes
  | typeof reviewRoutes
  | typeof revisionRoutes
  | typeof samlRoutes
  | typeof organizationTokenRoutes
  | typeof scimTokenRoutes
  | typeof searchRoutes
  | typeof siteRoutes
  | typeof spaceCommentRoutes
  | typeof spaceContentRoutes
  | typeof spacePermissionRoutes
  | typeof spaceRoutes
  | typeof specLinkRoutes
  | typeof storageRoutes
  | typeof teamRoutes
  | typeof userRoutes
  | typeof adaptiveRoutes
  | typeof customizationRoutes
  | typeof hostnameRoutes
  | typeof insightsRoutes
  | typeof redirectRoutes
  | typeof serverRoutes
  | typeof serverBackupRoutes
  | typeof serverUnusedRoutes
  | typeof serverJobRoutes
  | typeof operatorRoutes
  | typeof shareLinkRoutes
  | typeof siteExternalLinkRoutes
  | typeof sitePermissionRoutes
  | typeof sitePreviewRoutes
  | typeof siteSectionGroupRoutes
  | typeof siteSectionRoutes
  | typeof siteSpaceRoutes
  | typeof siteStructureRoutes
  | typeof visitorAuthRoutes
  | typeof fontRoutes
  | typeof siteSearchRoutes
)['table']

type Values<T> = T extends T ? T[keyof T] : never
type Operation = Values<Tables>

type CallOf<O> = O extends { get: infer P extends string }
  ? `GET ${P}`
  : O extends { post: infer P extends string }
    ? `POST ${P}`
    : O extends { put: infer P extends string }
      ? `PUT ${P}`
      : O extends { patch: infer P extends string }
        ? `PATCH ${P}`
        : O extends { delete: infer P extends string }
          ? `DELETE ${P}`
          : never

/** A call: `GET /spaces/:spaceId`. */
export type Call = CallOf<Operation>

type Of<C extends Call> = Extract<Operation, OperationOf<C>>
type OperationOf<C> = C extends `${infer Verb} ${infer Path}` ? { [V in Lowercase<Verb>]: Path } : never

/** What a list returns. */
export interface List<Item> {
  items: Item[]
  count?: number
  next?: { page: string }
}

export type ReplyTo<C extends Call> =
  Of<C> extends { list: infer Item extends TSchema }
    ? List<Static<Item>>
    : Of<C> extends { reply: infer Reply extends TSchema }
      ? Static<Reply>
      : undefined

type Query<C extends Call> =
  Of<C> extends { query: infer Q extends TSchema } ? Partial<Static<Q>> : Record<never, never>
type Paging<C extends Call> = Of<C> extends { list: TSchema } ? { page?: string; limit?: number } : unknown
type Body<C extends Call> = Of<C> extends { body: infer B extends TSchema } ? { body: Static<B> } : { body?: undefined }

/** The parameters of the path by name, the query, and the body. */
export type Input<C extends Call> = Record<ParamNames<C>, string> & { query?: Query<C> & Paging<C> } & Body<C>
