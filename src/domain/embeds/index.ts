export { findBlockEmbed } from './block-embeds.ts'
export { cardOf } from './cards.ts'
export { frameOf } from './providers.ts'
