import { implement } from '../../server/operation.ts'
import { updateSite } from '../sites/queries.ts'
import { checkCondition } from '../sites/structure/conditions.ts'
import { updateSiteSpace } from '../sites/structure/site-spaces.ts'
import { withFontIds, withFonts } from './fonts-in-use.ts'
import { customizationRoutes } from './routes.ts'
import type { Settings } from './schemas.ts'
import { nextOverrides, settingsOf } from './settings.ts'

export const customization = implement(customizationRoutes, {
  async getSiteCustomizationById(context) {
    const [settings] = await withFonts(context, context.organization.id, [settingsOf(context.site)])
    return settings!
  },

  async updateSiteCustomizationById(context) {
    const { db, site, organization, body } = context
    checkConditions(body)
    const stored = nextOverrides(null, await withFontIds(db, organization.id, body))
    const updated = await updateSite(db, site.id, { customization: stored })
    const [settings] = await withFonts(context, organization.id, [settingsOf(updated)])
    return settings!
  },

  async getSiteSpaceCustomizationById(context) {
    const { site, siteSpace, organization } = context
    const [settings] = await withFonts(context, organization.id, [settingsOf(site, siteSpace)])
    return { ...settings!, hasOverrides: siteSpace.customization !== null }
  },

  async overrideSiteSpaceCustomizationById(context) {
    const { db, site, siteSpace, organization, body, note } = context
    checkConditions(body)
    const stored = nextOverrides(siteSpace.customization, await withFontIds(db, organization.id, body))
    const updated = await updateSiteSpace(db, siteSpace.id, { customization: stored })
    note({ target: { kind: 'site-space', id: siteSpace.id } })
    const [settings] = await withFonts(context, organization.id, [settingsOf(site, updated)])
    return { ...settings!, hasOverrides: updated.customization !== null }
  },

  async deleteSiteSpaceCustomizationById({ db, siteSpace, note }) {
    await updateSiteSpace(db, siteSpace.id, { customization: null })
    note({ target: { kind: 'site-space', id: siteSpace.id } })
  },
})

function checkConditions(settings: Settings): void {
  const { links } = (settings.header ?? {}) as { links?: readonly { condition?: string }[] }
  for (const [at, { condition }] of (links ?? []).entries()) checkCondition(condition, `header.links.${at}.condition`)
}
