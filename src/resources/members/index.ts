export { members } from './service.ts'
