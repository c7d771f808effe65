export { visitorAuth } from './service.ts'
