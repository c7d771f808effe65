export { changeRequestComments, spaceComments } from './service.ts'
