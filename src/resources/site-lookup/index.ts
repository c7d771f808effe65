export { contentUrls } from './content-url.ts'
export { siteLookup } from './service.ts'
export { siteProfile } from './site-profile.ts'
export { stateOf } from './state.ts'
