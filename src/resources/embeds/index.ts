export { embeds } from './service.ts'
