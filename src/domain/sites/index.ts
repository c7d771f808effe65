export { firstSpaces, loadPublishable } from './first-spaces.ts'
export { insertSite, listSites, newPrivateKey, removeSite, toSite, updateSite } from './sites.ts'
