export { shareLinks } from './service.ts'
