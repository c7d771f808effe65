import { routes } from '../../server/operation.ts'
import { GlossaryEntry, GlossaryQuery, GlossaryUpdate } from './schemas.ts'

export const glossaryRoutes = routes('Translations', {
  listGlossaryEntries: {
    get: '/orgs/:organizationId/translations-glossary',
    can: 'organization.viewTranslations',
    query: GlossaryQuery,
    list: GlossaryEntry,
    summary: 'List the glossary entries of an organization',
  },
  updateGlossaryEntries: {
    put: '/orgs/:organizationId/translations-glossary',
    can: 'organization.editTranslations',
    body: GlossaryUpdate,
    event: 'organization.glossary.updated',
    summary: 'Insert, update and delete glossary entries, in order and atomically',
  },
  getGlossaryEntry: {
    get: '/orgs/:organizationId/translations-glossary/:glossaryEntryId',
    can: 'organization.viewTranslations',
    reply: GlossaryEntry,
    summary: 'Get a glossary entry',
  },
})
