import { findEvent } from '../../db/event-feed.ts'
import { problem } from '../../errors.ts'
import { labelOf } from '../../events/data.ts'
import { EVENT_NAMES } from '../../events/events.ts'
import { implement } from '../../server/operation.ts'
import { findLabels, takeAuditEvents, toAuditEvent, toDetails } from './queries.ts'
import { auditEventRoutes } from './routes.ts'

const ACTIONS = EVENT_NAMES.map((id) => ({ object: 'audit-event-action' as const, id, label: labelOf(id) }))

export const auditEvents = implement(auditEventRoutes, {
  listOrganizationAuditEventActions: () => ({ items: ACTIONS }),

  async listOrganizationAuditEvents({ db, organization, query, page, urls }) {
    const { rows, count, next } = await takeAuditEvents(db, organization.id, query, page)
    const labels = await findLabels(db, organization.id, rows)
    return { items: rows.map((event) => toAuditEvent(event, labels, urls)), count, next }
  },

  async getOrganizationAuditEvent({ db, organization, params, urls }) {
    const event = await findEvent(db, organization.id, params.auditEventId)
    if (!event) throw problem('notFound')
    return toDetails(event, await findLabels(db, organization.id, [event]), urls)
  },
})
