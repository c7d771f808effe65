export { changeRequestLinks, links } from './service.ts'
