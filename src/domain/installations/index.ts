export { type Configuration, configure } from './configuration.ts'
export {
  type ContentKind,
  type ContentRow,
  externalIdOwnerOf,
  insertContentInstallation,
  listContentInstallations,
  removeContentInstallation,
  updateContentInstallation,
} from './content-installations.ts'
export { presentSiteInstallations, presentSpaceInstallations } from './content-presenter.ts'
export {
  insertInstallation,
  listInstallations,
  presentInstallation,
  presentInstallations,
  removeInstallation,
  sealConfiguration,
  setExternalIds,
  updateInstallation,
} from './installations.ts'
export { refreshStatuses } from './reconfiguration.ts'
export { grantScopes, regrantScopes } from './scopes.ts'
