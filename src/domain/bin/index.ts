export {
  BIN_DAYS,
  type DeletedPage,
  findDeletedPage,
  forgetDeleted,
  purgeBins,
  removeFromBin,
  selectBin,
  updateBin,
} from './bin.ts'
