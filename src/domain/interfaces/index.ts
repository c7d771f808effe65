export { blocksIn, firstBlocksIn, type IntegrationBlock } from './blocks.ts'
export { requestInterface, type Theme } from './request.ts'
export { interfaceState } from './state.ts'
export { type DrawStill, KEPT, loadStills, withWrittenInterfaces } from './stills.ts'
