export { sites } from './service.ts'
export { siteStructure } from './structure/service.ts'
