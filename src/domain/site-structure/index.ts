export {
  insertExternalLink,
  linksForVisitor,
  removeExternalLink,
  updateExternalLink,
  withoutDrafts,
} from './external-links.ts'
export { placeChild, placeGroup, placeSiteSpace, toPosition } from './order.ts'
export { presentExternalLink, presentGroup, presentSection, presentSiteSpace, sitePresenter } from './presenter.ts'
export {
  addSection,
  insertGroup,
  makeDefaultSection,
  moveRootSpacesIntoSection,
  orderKeyAfter,
  removeGroup,
  removeSection,
  updateGroup,
  updateSection,
} from './sections.ts'
export {
  insertSiteSpaces,
  makeDefaultSiteSpace,
  moveSiteSpaceTo,
  orderKeyAtEnd,
  removeSiteSpace,
  updateSiteSpace,
} from './site-spaces.ts'
export { removeFromSites } from './space-departures.ts'
export {
  childrenOf,
  defaultSection,
  orderKeysOf,
  readStructure,
  requirePart,
  type Section,
  type SiteSpace,
  type Structure,
  sectionsIn,
  siteSpacesIn,
  topLevelOf,
} from './structure.ts'
export {
  checkCondition,
  filterForViewer,
  type SiteContext,
  siteContextFor,
  visibleStructure,
  withoutEmptyGroups,
} from './visibility.ts'
