export { serverJobs } from './service.ts'
