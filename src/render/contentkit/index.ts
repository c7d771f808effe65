// The interfaces of integrations as HTML: pure, a file for each kind of element.
export type { Place } from './contract.ts'
export { drawInterface } from './draw.ts'
export { iconsIn } from './icons.ts'
export { type Interface, type Output, outputOf } from './output.ts'
export { addressIn } from './values.ts'
export { framesIn } from './webframe.ts'
export { writeInterface } from './written.ts'
