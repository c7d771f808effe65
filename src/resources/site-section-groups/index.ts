export { siteSectionGroups } from './service.ts'
