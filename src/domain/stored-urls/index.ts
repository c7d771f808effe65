export { enqueueSealing, isSealingQueued, sealStoredUrls } from './sealing.ts'
