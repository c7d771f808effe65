export {
  insertCollection,
  listVisibleCollections,
  listWithDescendants,
  removeCollection,
  toCollection,
  transferCollections,
  updateCollection,
} from './collections.ts'
