export { changeRequestContent, revisions, spaceContent } from './service.ts'
