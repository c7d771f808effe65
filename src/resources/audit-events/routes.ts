import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { AuditEvent, AuditEventAction, AuditEventDetails, AuditEventsQuery } from './schemas.ts'

export const auditEventRoutes = routes('Audit log', {
  listOrganizationAuditEventActions: {
    get: '/orgs/:organizationId/audit-event-actions',
    can: 'organization.admin',
    reply: Type.Object({ items: Type.Array(AuditEventAction) }),
    summary: 'List the actions that the audit log records',
  },
  listOrganizationAuditEvents: {
    get: '/orgs/:organizationId/audit-events',
    can: 'organization.admin',
    query: AuditEventsQuery,
    list: AuditEvent,
    summary: 'List the audit events of an organization, newest first',
  },
  getOrganizationAuditEvent: {
    get: '/orgs/:organizationId/audit-events/:auditEventId',
    can: 'organization.admin',
    reply: AuditEventDetails,
    summary: 'Get an audit event with its payload',
  },
})
