export {
  findInstallationStatus,
  isActiveOn,
  isListedFor,
  listActiveInSpace,
  listInstalledIntegrations,
} from './active.ts'
export { type Picture, serveIntegrationAssets } from './assets.ts'
export { listIntegrations } from './catalogue.ts'
export { fenceStateOf, listFences, NO_FENCES } from './code-fences.ts'
export { domainsMatching } from './facets.ts'
export {
  findIntegration,
  insertIntegration,
  manifestOf,
  newSigningSecret,
  presentIntegration,
  presentIntegrations,
  removeIntegration,
  replaceFacets,
  updateIntegration,
} from './integrations.ts'
export { contentEndpointOf, endpointOf, installationEndpointOf, originOf } from './urls.ts'
