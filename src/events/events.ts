// The event log: one row per write, in the transaction of the write. The audit log, webhooks, integrations and other
// nodes read it.

import { updateVisibility } from '../access/space-visibility.ts'
import { nextSequence } from '../db/event-feed.ts'
import { prepared } from '../db/prepared.ts'
import { announceSpace } from '../db/signals.ts'
import type { Db, Row } from '../db/tables.ts'
import { newId, timeOf } from '../lib/ids.ts'
import { timestampOf } from '../lib/time.ts'

export interface Event {
  organizationId: string | null
  action: EventName
  actorId: string | null
  tokenId: string | null
  target: { kind: string; id: string }
  data: Record<string, unknown>
  requestId: string | null
  /** The space and the site of the event, if they do not follow from the target. */
  spaceId?: string | undefined
  siteId?: string | undefined
}

/** Appends the event, plus one for each space whose visibility changed. */
export async function appendEvent(db: Db, event: Event): Promise<void> {
  const reach = MAY_CHANGE_VISIBILITY[event.action]
  await insert(db, event)
  if (reach) await appendVisibilityEvents(db, event, reach)
}

async function appendVisibilityEvents(db: Db, event: Event, reach: Reach): Promise<void> {
  for (const { id, organization_id, previous, visibility } of await updateVisibility(db, event, reach))
    await insert(db, {
      ...event,
      organizationId: organization_id,
      action: 'space.visibility.updated',
      target: { kind: 'space', id },
      spaceId: id,
      data: { previousVisibility: previous, visibility },
    })
}

function insert(db: Db, event: Event): Promise<unknown> {
  const { kind, id: target } = event.target
  const spaceId = event.spaceId ?? (kind === 'space' ? target : null)
  if (spaceId) announceSpace(db, spaceId)
  const id = newId()
  return insertEvent(db, {
    organization_id: event.organizationId ?? '',
    id,
    action: event.action,
    actor_id: event.actorId,
    token_id: event.tokenId,
    target_kind: kind,
    target_id: target,
    space_id: spaceId,
    site_id: event.siteId ?? (kind === 'site' ? target : null),
    data: JSON.stringify(event.data),
    request_id: event.requestId,
    // Events are ordered by id and searched by time: the two must agree, even if the clock steps back.
    created_at: timestampOf(timeOf(id)),
  })
}

type NewEvent = Omit<Row<'events'>, 'sequence'>

const insertEvent = prepared<{ [Column in keyof NewEvent]: NewEvent[Column] }, never>((db, param) =>
  db.insertInto('events').values({
    organization_id: param('organization_id'),
    id: param('id'),
    action: param('action'),
    actor_id: param('actor_id'),
    token_id: param('token_id'),
    target_kind: param('target_kind'),
    target_id: param('target_id'),
    space_id: param('space_id'),
    site_id: param('site_id'),
    sequence: nextSequence(db, param('organization_id')),
    data: param('data'),
    request_id: param('request_id'),
    created_at: param('created_at'),
  }),
)

/** All event names, grouped by target. */
export const EVENT_NAMES = [
  'user.created',
  'user.updated',
  'user.signed-in',
  'user.signed-out',
  'user.sign-in-failed',
  'user.password.changed',
  'user.passkey.requested',
  'user.passkey.created',
  'user.passkey.updated',
  'user.passkey.deleted',
  'user.session.ended',
  'user.email.requested',
  'user.email.changed',
  'user.deleted',
  'user.sign-in-link.created',
  'user.token.created',
  'user.token.revoked',
  'user.favorite.added',
  'user.favorite.removed',
  'user.notifications.read',
  'user.notification-settings.updated',
  'server.job.retried',
  'server.backup.requested',
  'server.unused.collected',
  'organization.created',
  'organization.updated',
  'organization.member.invited',
  'organization.member.joined',
  'organization.member.updated',
  'organization.member.removed',
  'organization.member.seen',
  'organization.invite.created',
  'organization.invite.updated',
  'organization.invite.deleted',
  'organization.upload.prepared',
  'organization.saml-provider.created',
  'organization.saml-provider.updated',
  'organization.saml-provider.deleted',
  'organization.member-token.revoked',
  'organization.scim-token.created',
  'organization.scim-token.deleted',
  'organization.oidc-provider.created',
  'organization.oidc-provider.updated',
  'organization.oidc-provider.deleted',
  'organization.member.signed-in',
  'organization.member.signed-out',
  'organization.member.sign-in-failed',
  'organization.translation-settings.created',
  'organization.translation-settings.updated',
  'organization.translation-settings.deleted',
  'organization.glossary.updated',
  'team.created',
  'team.updated',
  'team.deleted',
  'team.members.updated',
  'collection.created',
  'collection.updated',
  'collection.deleted',
  'collection.moved',
  'collection.transferred',
  'collection.permissions.updated',
  'space.created',
  'space.updated',
  'space.deleted',
  'space.restored',
  'space.purged',
  'space.duplicated',
  'space.moved',
  'space.transferred',
  'space.permissions.updated',
  'space.visibility.updated',
  'space.content.updated',
  'space.content.rolled-back',
  'space.content.imported',
  'space.page.purged',
  'space.presence.updated',
  'space.muted',
  'space.unmuted',
  'space.git.requested',
  'space.git.started',
  'space.git.completed',
  'import-run.started',
  'import-run.cancelled',
  'import-run.failed',
  'change-request.created',
  'change-request.updated',
  'change-request.content.updated',
  'change-request.content.imported',
  'change-request.merged',
  'change-request.updated-from-main',
  'change-request.conflict.resolved',
  'change-request.reviewed',
  'change-request.reviewers.requested',
  'change-request.reviewers.removed',
  'change-request.viewed',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.read',
  'comment-file.created',
  'comment-reply.created',
  'comment-reply.updated',
  'comment-reply.deleted',
  'site.created',
  'site.updated',
  'site.deleted',
  'site.published',
  'site.unpublished',
  'site.structure.updated',
  'site.permissions.updated',
  'site.customization.updated',
  'site.share-link.created',
  'site.share-link.updated',
  'site.share-link.deleted',
  'site.preview.created',
  'site.preview.updated',
  'site.preview.deleted',
  'site.adaptive-schema.updated',
  'site.auth.updated',
  'site.auth.regenerated',
  'site.redirect.created',
  'site.redirect.updated',
  'site.redirect.deleted',
  'site.redirects.updated',
  'site.insights.tracked',
  'site.hostname.revalidated',
  'site.hostname.removed',
  'site.hostname.proven',
  'site.hostname.vouched',
  'site.hostname.revoked',
  'organization.font.created',
  'organization.font.updated',
  'organization.font.deleted',
  'openapi-spec.created',
  'openapi-spec.updated',
  'openapi-spec.deleted',
  'openapi-spec.version.created',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret.rotated',
  'webhook.pinged',
  'webhook.redelivered',
  'webhook.disabled',
  'integration.published',
  'integration.unpublished',
  'integration.task.queued',
  'integration.development.started',
  'integration.development.ended',
  'integration.verified',
  'integration.unverified',
  'installation.created',
  'installation.updated',
  'installation.deleted',
  'installation.token.created',
  'installation.space.created',
  'installation.space.updated',
  'installation.space.deleted',
  'installation.site.created',
  'installation.site.updated',
  'installation.site.deleted',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

type Reach = 'space' | 'organization'

/** The events that may change the visibility of spaces: of the target, or of any space of the organization. */
const MAY_CHANGE_VISIBILITY: Partial<Record<EventName, Reach>> = {
  'space.deleted': 'space',
  'space.moved': 'space',
  'space.transferred': 'space',
  'collection.deleted': 'organization',
  'collection.transferred': 'organization',
  'site.updated': 'organization',
  'site.deleted': 'organization',
  'site.published': 'organization',
  'site.unpublished': 'organization',
  'site.structure.updated': 'organization',
}
