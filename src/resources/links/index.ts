export { changeRequestLinks, links, specLinks } from './service.ts'
