import { routes } from '../../server/operation.ts'
import { NewTranslationSettings, TranslationSettings } from './schemas.ts'

export const translationRoutes = routes('Translations', {
  listTranslationSettings: {
    get: '/orgs/:organizationId/translations',
    can: 'organization.viewTranslations',
    list: TranslationSettings,
    summary: 'List the translation settings of an organization, oldest first',
  },
  createTranslationSettings: {
    post: '/orgs/:organizationId/translations',
    can: 'organization.editTranslations',
    body: NewTranslationSettings,
    reply: TranslationSettings,
    status: 201,
    event: 'organization.translation-settings.created',
    summary: 'Create translation settings',
  },
  getTranslationSettingsById: {
    get: '/orgs/:organizationId/translations/:translationSettingsId',
    can: 'organization.viewTranslations',
    reply: TranslationSettings,
    summary: 'Get translation settings',
  },
  updateTranslationSettingsById: {
    put: '/orgs/:organizationId/translations/:translationSettingsId',
    can: 'organization.editTranslations',
    body: NewTranslationSettings,
    reply: TranslationSettings,
    event: 'organization.translation-settings.updated',
    summary: 'Update translation settings; omitted languages stay unchanged',
  },
  deleteTranslationSettingsById: {
    delete: '/orgs/:organizationId/translations/:translationSettingsId',
    can: 'organization.editTranslations',
    status: 205,
    event: 'organization.translation-settings.deleted',
    summary: 'Delete translation settings',
  },
})
