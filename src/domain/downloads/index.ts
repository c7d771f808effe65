export { isNotModified, sendFile, sendNotModified } from './responses.ts'
