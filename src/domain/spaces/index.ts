export { copySpace } from './copies.ts'
export { presentNewSpace, presentSpace, presentSpaces, presentSpacesToVisitor, type SpaceJson } from './presenter.ts'
export {
  insertSpace,
  listVisibleSpaces,
  PLACEMENT_ORDER,
  removeAccess,
  takeDeletedSpaces,
  updateSpace,
} from './spaces.ts'
export { insertStarterContent, insertWelcomeSpace } from './starter-content.ts'
