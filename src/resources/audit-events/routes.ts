import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { AuditEvent, AuditEventAction, AuditEventDetails, AuditEventsQuery } from './schemas.ts'

export const auditEventRoutes = routes('Audit log', {
  listOrganizationAuditEventActions: {
    get: '/orgs/:organizationId/audit-event-actions',
    can: 'organization.admin',
    reply: Type.Object({ items: Type.Array(AuditEventAction) }),
    summary: 'List what the audit log knows: every action by its name',
  },
  listOrganizationAuditEvents: {
    get: '/orgs/:organizationId/audit-events',
    can: 'organization.admin',
    query: AuditEventsQuery,
    list: AuditEvent,
    summary: 'List what was done in the organization, the newest first',
  },
  getOrganizationAuditEvent: {
    get: '/orgs/:organizationId/audit-events/:auditEventId',
    can: 'organization.admin',
    reply: AuditEventDetails,
    summary: 'Get an event of the audit log with what it carries',
  },
})
