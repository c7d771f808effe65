// The shapes of event data: one line per event. An event without a line has no data. Tests validate every written
// event.
import Type, { type TObject } from 'typebox'
import { EVENT_NAMES, type EventName } from './events.ts'

const closed = { additionalProperties: false } as const
const Id = Type.String()
const Ids = Type.Array(Id)
const Role = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'Null if the role was removed, or for a guest.',
})
const may = Type.Optional

const Revision = Type.Object({ revision: Id }, closed)
const Users = Type.Object({ users: Ids }, closed)
const Reviewers = Type.Object({ users: Ids, teams: may(Ids) }, closed)
const ToOrganization = Type.Object({ organization: Id }, closed)
const SignedIn = Type.Object({ method: may(Type.String()), provider: may(Id), session: may(Id) }, closed)
const OfToken = Type.Object({ user: may(Id), label: may(Type.String()), session: may(Id) }, closed)
const Granted = Type.Object({ user: may(Id), team: may(Id), users: may(Ids), teams: may(Ids), role: may(Role) }, closed)
const InComment = Type.Object({ comment: Id, mentions: may(Ids) }, closed)
const Visibility = Type.String({ description: 'As `visibility` of a space.' })
const Imported = Type.Object(
  {
    revision: Id,
    source: Type.String(),
    importedResources: Type.Integer(),
    totalResources: Type.Integer(),
    run: may(Id),
  },
  closed,
)
const InSpace = Type.Object({ space: Id }, closed)
const OfGit = Type.Object(
  {
    direction: Type.String({ description: 'import or export' }),
    state: may(Type.String()),
    error: may(Type.String()),
    revision: may(Id),
    commit: may(Type.String()),
  },
  closed,
)
const OfHostname = Type.Object({ site: may(Id), hostname: Type.String() }, closed)
const Delivered = Type.Object({ delivery: Id, delivered: Type.Boolean() }, closed)

const OfIntegration = Type.Object({ integration: Type.String(), version: Type.Integer() }, closed)
const OfInstallation = Type.Object({ integration: Type.String(), space: may(Id), site: may(Id) }, closed)

const SHAPES: Partial<Record<EventName, TObject>> = {
  'user.created': Type.Object({ email: Type.String(), role: may(Role) }, closed),
  'user.token.created': OfToken,
  'user.token.revoked': OfToken,
  'organization.created': Type.Object({ title: may(Type.String()) }, closed),
  'organization.member.invited': Users,
  'organization.member.joined': Type.Object({ invite: may(Id), provider: may(Id) }, closed),
  'user.signed-in': SignedIn,
  'user.signed-out': SignedIn,
  'user.sign-in-failed': SignedIn,
  'user.password.changed': Type.Object({}, closed),
  'user.passkey.requested': Type.Object({}, closed),
  'user.passkey.created': Type.Object({}, closed),
  'user.passkey.updated': Type.Object({}, closed),
  'user.passkey.deleted': Type.Object({}, closed),
  'user.session.ended': Type.Object({}, closed),
  'user.email.requested': Type.Object({}, closed),
  'user.email.changed': Type.Object({}, closed),
  'user.deleted': Type.Object({}, closed),
  'user.sign-in-link.created': Type.Object({ kind: Type.String() }, closed),
  'organization.member.signed-out': SignedIn,
  'organization.member.signed-in': SignedIn,
  'organization.member.sign-in-failed': SignedIn,
  'organization.member-token.revoked': Type.Object({ label: Type.String(), user: Id }, closed),
  'organization.scim-token.created': Type.Object({ label: Type.String() }, closed),
  'organization.scim-token.deleted': Type.Object({}, closed),
  'organization.member.updated': Type.Object({ role: may(Role), sso: may(Type.Boolean()) }, closed),
  'organization.upload.prepared': Type.Object(
    { kind: Type.String(), name: Type.String(), size: Type.Integer() },
    closed,
  ),
  'team.members.updated': Type.Object({ put: may(Ids), removed: may(Ids) }, closed),
  'collection.transferred': ToOrganization,
  'collection.permissions.updated': Granted,
  'space.purged': Type.Object({ title: Type.String() }, closed),
  'space.page.purged': Type.Object({ page: Id, title: Type.String() }, closed),
  'space.transferred': ToOrganization,
  'space.permissions.updated': Granted,
  'space.visibility.updated': Type.Object({ previousVisibility: Visibility, visibility: Visibility }, closed),
  'space.content.updated': Revision,
  'space.content.rolled-back': Type.Object({ revision: Id, to: Id }, closed),
  'space.content.imported': Imported,
  'space.git.requested': OfGit,
  'space.git.started': OfGit,
  'space.git.completed': OfGit,
  'import-run.started': InSpace,
  'import-run.cancelled': InSpace,
  'import-run.failed': Type.Object({ space: Id, reason: Type.String() }, closed),
  'change-request.content.updated': Revision,
  'change-request.content.imported': Imported,
  'change-request.merged': Revision,
  'change-request.updated-from-main': Type.Object({ revision: Id, result: Type.String() }, closed),
  'change-request.conflict.resolved': Type.Object({ conflict: Id, resolution: Type.String() }, closed),
  'change-request.reviewed': Type.Object({ review: Id, status: Type.String(), mentions: may(Ids) }, closed),
  'change-request.reviewers.requested': Reviewers,
  'change-request.reviewers.removed': Reviewers,
  'comment.created': Type.Object({ mentions: may(Ids) }, closed),
  'comment.updated': Type.Object({ resolved: may(Type.Boolean()), mentions: may(Ids) }, closed),
  'comment-reply.created': InComment,
  'comment-reply.updated': InComment,
  'comment-reply.deleted': InComment,
  'organization.saml-provider.deleted': Type.Object({ label: Type.String() }, closed),
  'organization.oidc-provider.deleted': Type.Object({ label: Type.String() }, closed),
  'organization.translation-settings.deleted': Type.Object({ title: Type.String() }, closed),
  'organization.glossary.updated': Type.Object({ inserted: Ids, updated: Ids, removed: Ids }, closed),
  'site.permissions.updated': Granted,
  'site.redirects.updated': Type.Object(
    { created: Type.Integer(), updated: Type.Integer(), deleted: Type.Integer(), published: Type.Integer() },
    closed,
  ),
  'site.hostname.revalidated': OfHostname,
  'site.hostname.removed': OfHostname,
  'site.hostname.proven': OfHostname,
  'site.hostname.vouched': OfHostname,
  'site.hostname.revoked': OfHostname,
  'openapi-spec.created': Type.Object({ slug: Type.String() }, closed),
  'openapi-spec.updated': Type.Object({ slug: Type.String() }, closed),
  'openapi-spec.deleted': Type.Object({ slug: Type.String() }, closed),
  'openapi-spec.version.created': Type.Object({ slug: Type.String(), version: Id }, closed),
  'integration.published': OfIntegration,
  'integration.unpublished': OfIntegration,
  'integration.task.queued': OfInstallation,
  'integration.development.started': OfInstallation,
  'integration.development.ended': OfInstallation,
  'integration.verified': OfIntegration,
  'integration.unverified': OfIntegration,
  'installation.created': OfInstallation,
  'installation.updated': OfInstallation,
  'installation.deleted': OfInstallation,
  'installation.token.created': OfInstallation,
  'installation.space.created': OfInstallation,
  'installation.space.updated': OfInstallation,
  'installation.space.deleted': OfInstallation,
  'installation.site.created': OfInstallation,
  'installation.site.updated': OfInstallation,
  'installation.site.deleted': OfInstallation,
  'webhook.pinged': Delivered,
  'webhook.redelivered': Delivered,
  'webhook.disabled': Type.Object({ reason: Type.String() }, closed),
}

const NOTHING = Type.Object({}, closed)

/** The shape of the data of an event. */
export const dataShapeOf = (name: EventName): TObject => SHAPES[name] ?? NOTHING

/** A readable label for an event: `space.content.rolled-back` → "Space content rolled back". */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const isEventName = (name: string): name is EventName => (EVENT_NAMES as readonly string[]).includes(name)
