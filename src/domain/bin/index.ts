export { BIN_DAYS, type DeletedPage, findDeletedPage, purgeBins, removeFromBin, selectBin, updateBin } from './bin.ts'
