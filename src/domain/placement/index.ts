export { lockOrganizations, orderKeyIn, orderKeysAfter } from './order.ts'
export { authorizeCreateIn } from './parents.ts'
