export { collectionPermissions, spacePermissions } from './service.ts'
