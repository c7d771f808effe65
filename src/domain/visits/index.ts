export { findAdaptiveSchema, saveAdaptiveSchema, toAdaptiveSchema } from './adaptive-schema.ts'
export { readClaims } from './claims-input.ts'
export { OPEN_PREVIEW } from './preview-paths.ts'
export {
  findPreview,
  findPreviewBySecret,
  findPreviewedContent,
  insertSitePreview,
  listSitePreviews,
  PREVIEW_PARAMETER,
  pruneSitePreviews,
  removeSitePreview,
  toSitePreview,
  updateSitePreview,
} from './previews.ts'
export { type EntryRedirect, type EntryRequest, type EntryServices, enterSite, type SiteEntry } from './site-entry.ts'
export { findPublishedSite, loadVisibleSite } from './visible-site.ts'
export { readVisibleStructure } from './visible-structure.ts'
export { loadSiteAuth, loadVisitorClaims } from './visitors.ts'
