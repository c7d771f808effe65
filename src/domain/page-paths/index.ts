export { recordFormerPaths } from './former-paths.ts'
export { findMovedPage } from './moved-pages.ts'
export { copyRedirects, declineRedirects, removeRedirects, saveRedirects } from './redirects.ts'
