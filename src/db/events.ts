// The log of everything that was done: one row a write, in the write's own transaction. Audit, webhooks and other nodes
// read it; nothing else tells them.
import { newId, timeOf } from '../lib/ids.ts'
import { type Sooner, whenThere } from '../lib/sooner.ts'
import { timestampOf } from '../lib/time.ts'
import { nextNumber } from './event-feed.ts'
import { prepared } from './prepared.ts'
import { settleVisibility } from './space-visibility.ts'
import type { Db, Row } from './tables.ts'

export interface Event {
  organizationId: string | null
  action: EventName
  actorId: string | null
  tokenId: string | null
  target: { kind: string; id: string }
  data: Record<string, unknown>
  requestId: string | null
  /** Where it happened, when the target alone does not tell. */
  spaceId?: string | undefined
  siteId?: string | undefined
}

/** Writes down what was done, and of each space that is open to others since, that it is. */
export function appendEvent(db: Db, event: Event): Sooner<void> {
  const reach = MAY_CHANGE_VISIBILITY[event.action]
  return whenThere(writeDown(db, event), () => (reach ? tellVisibility(db, event, reach) : undefined))
}

async function tellVisibility(db: Db, event: Event, reach: Reach): Promise<void> {
  for (const { id, organization_id, previous, visibility } of await settleVisibility(db, event, reach))
    await writeDown(db, {
      ...event,
      organizationId: organization_id,
      action: 'space.visibility.updated',
      target: { kind: 'space', id },
      spaceId: id,
      data: { previousVisibility: previous, visibility },
    })
}

function writeDown(db: Db, event: Event): Sooner<unknown> {
  const { kind, id: target } = event.target
  const id = newId()
  return insertEvent(db, {
    organization_id: event.organizationId ?? '',
    id,
    action: event.action,
    actor_id: event.actorId,
    token_id: event.tokenId,
    target_kind: kind,
    target_id: target,
    space_id: event.spaceId ?? (kind === 'space' ? target : null),
    site_id: event.siteId ?? (kind === 'site' ? target : null),
    data: JSON.stringify(event.data),
    request_id: event.requestId,
    // Events are ordered by id and found by time: the two must agree, also when a clock steps back.
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
    sequence: nextNumber(db, param('organization_id')),
    data: param('data'),
    request_id: param('request_id'),
    created_at: param('created_at'),
  }),
)

/** Every event there is, by the thing it happened to. */
export const EVENT_NAMES = [
  'user.created',
  'user.updated',
  'user.token.created',
  'user.token.revoked',
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
  'organization.member.signed-in',
  'organization.member.signed-out',
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
  'space.git.requested',
  'space.git.started',
  'space.git.completed',
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
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment-reply.created',
  'comment-reply.updated',
  'comment-reply.deleted',
  'site.created',
  'site.updated',
  'site.deleted',
  'site.published',
  'site.unpublished',
  'site.structure.updated',
  'site.customization.updated',
  'site.share-link.created',
  'site.share-link.updated',
  'site.share-link.deleted',
  'site.adaptive-schema.updated',
  'site.auth.updated',
  'site.auth.regenerated',
  'site.redirect.created',
  'site.redirect.updated',
  'site.redirect.deleted',
  'site.insights.tracked',
  'site.hostname.revalidated',
  'site.hostname.removed',
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

/** After these a space may be open to others than before: one space, or any of its organization. */
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
