export {
  answerRequest,
  findOpenRequest,
  insertRequest,
  newRequestId,
  pruneRequests,
  REQUEST_TTL,
  takeAnsweredRequest,
} from './requests.ts'
export { saml } from './service.ts'
