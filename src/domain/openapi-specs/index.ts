export { loadOperationSections } from './operation-sections.ts'
export { enqueueMissingOutlines, findOutline, loadCurrentSpecs, saveOutline } from './outlines.ts'
export { findPieces, hasPieces, type PieceSource, removeOtherPieces, storePieces } from './pieces.ts'
export { publicUrlOf, servePublicSpecs } from './public-specs.ts'
export {
  enqueueProcessing,
  findSpec,
  findVersionBefore,
  insertSpec,
  insertVersion,
  listSlugsByUrl,
  listSources,
  listSpecs,
  listVersions,
  loadSpec,
  loadVersion,
  removeSpec,
  type SpecSource,
  toSpec,
  toVersion,
  updateSource,
  updateVisibility,
  versionUrlOf,
} from './specs.ts'
