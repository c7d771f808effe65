import { implement } from '../../server/operation.ts'
import { insertSettings, loadSettings, removeSettings, takeSettings, toSettings, updateSettings } from './queries.ts'
import { translationRoutes } from './routes.ts'

export const translations = implement(translationRoutes, {
  async listTranslationSettings({ db, organization, page, urls }) {
    const { rows, count, next } = await takeSettings(db, organization.id, page)
    return { items: rows.map((settings) => toSettings(settings, organization, urls)), count, next }
  },

  async createTranslationSettings({ db, organization, body, urls }) {
    return toSettings(await insertSettings(db, organization.id, body), organization, urls)
  },

  async getTranslationSettingsById({ db, organization, params, urls }) {
    return toSettings(await loadSettings(db, organization.id, params.translationSettingsId), organization, urls)
  },

  async updateTranslationSettingsById({ db, organization, params, body, urls }) {
    const { id } = await loadSettings(db, organization.id, params.translationSettingsId)
    return toSettings(await updateSettings(db, id, body), organization, urls)
  },

  async deleteTranslationSettingsById({ db, organization, params, report }) {
    const { id, title } = await loadSettings(db, organization.id, params.translationSettingsId)
    await removeSettings(db, id)
    report({ target: { kind: 'translation-settings', id }, data: { title } })
  },
})
