export { isProven } from './dns.ts'
export { keepFormerBasename } from './former-basenames.ts'
export {
  claimColumns,
  hostnameOf,
  hostsOf,
  normalizeAddresses,
  proxyOf,
  refuseUnavailableAddresses,
  removedColumns,
  unprovenHostsOf,
} from './hostname-claims.ts'
export {
  checkHostname,
  enqueueHostnameCheck,
  findSite,
  findSubdomain,
  listSitesAt,
  saveHostnameStatus,
  toCustomHostname,
} from './hostnames.ts'
export {
  findPublishedSpace,
  listPublishedSpaces,
  listPublishedUrls,
  listSpacesPublishedBy,
  type PublishedSpace,
  type ViewedSite,
} from './published-spaces.ts'
export {
  findShareLink,
  insertShareLink,
  isActiveShareLink,
  listShareLinks,
  removeShareLink,
  requireSharedSite,
  requireShareKey,
  toShareLink,
  updateShareLink,
} from './share-links.ts'
export { type PublishedUrls, publishedUrls, type SiteOrganization, servedUrl, siteUrl } from './urls.ts'
export { activateProven, activateVouched, writeProof } from './vouchers.ts'
