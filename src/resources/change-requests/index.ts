export { changeRequestReviews } from './review-service.ts'
export { changeRequests } from './service.ts'
