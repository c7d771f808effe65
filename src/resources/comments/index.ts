export { commentFiles } from './files.ts'
export { changeRequestComments, spaceComments } from './service.ts'
