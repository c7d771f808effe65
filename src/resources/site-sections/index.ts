export { siteSections } from './service.ts'
