import {
  checkLinkConditions,
  chosenAmong,
  nextOverrides,
  settingsOf,
  withFontDefinitions,
  withFontIds,
} from '../../domain/customization/index.ts'
import { updateSiteSpace } from '../../domain/site-structure/index.ts'
import { updateSite } from '../../domain/sites/index.ts'
import { implement } from '../../server/operation.ts'
import { customizationRoutes } from './routes.ts'

export const customization = implement(customizationRoutes, {
  async getSiteCustomizationById(context) {
    const [settings] = await withFontDefinitions(context, context.organization.id, [settingsOf(context.site)])
    return settings!
  },

  async getSiteCustomizationChoices(context) {
    const { site, organization } = context
    const [settings] = await withFontDefinitions(context, organization.id, [settingsOf(site)])
    return chosenAmong(settings!, site)
  },

  async updateSiteCustomizationById(context) {
    const { db, site, organization, body } = context
    checkLinkConditions(body)
    const stored = nextOverrides(null, await withFontIds(db, organization.id, body))
    const updated = await updateSite(db, site.id, { customization: stored })
    const [settings] = await withFontDefinitions(context, organization.id, [settingsOf(updated)])
    return settings!
  },

  async getSiteSpaceCustomizationById(context) {
    const { site, siteSpace, organization } = context
    const [settings] = await withFontDefinitions(context, organization.id, [settingsOf(site, siteSpace)])
    return { ...settings!, hasOverrides: siteSpace.customization !== null }
  },

  async getSiteSpaceCustomizationChoices(context) {
    const { site, siteSpace, organization } = context
    const [settings] = await withFontDefinitions(context, organization.id, [settingsOf(site, siteSpace)])
    return chosenAmong(settings!, siteSpace)
  },

  async overrideSiteSpaceCustomizationById(context) {
    const { db, site, siteSpace, organization, body, report } = context
    checkLinkConditions(body)
    const stored = nextOverrides(siteSpace.customization, await withFontIds(db, organization.id, body))
    const updated = await updateSiteSpace(db, siteSpace.id, { customization: stored })
    report({ target: { kind: 'site-space', id: siteSpace.id } })
    const [settings] = await withFontDefinitions(context, organization.id, [settingsOf(site, updated)])
    return { ...settings!, hasOverrides: updated.customization !== null }
  },

  async deleteSiteSpaceCustomizationById({ db, siteSpace, report }) {
    await updateSiteSpace(db, siteSpace.id, { customization: null })
    report({ target: { kind: 'site-space', id: siteSpace.id } })
  },
})
