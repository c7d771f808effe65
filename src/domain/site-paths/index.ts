export { decodeSegment, findDefaultSite, findSiteByUrl, type SiteAtUrl } from './address.ts'
export { resolveRedirect } from './redirect-resolution.ts'
export { type ContentOf, findMainContent } from './redirect-targets.ts'
export {
  destinationColumns,
  insertRedirect,
  listRedirects,
  listRedirectsFrom,
  removeRedirect,
  toFlag,
  toRedirect,
  updateRedirect,
} from './redirects.ts'
export { resolveRoute } from './resolved-route.ts'
export { findRoute, type Route } from './route.ts'
