export { serveDownloads } from './download.ts'
export { changeRequestFiles, files, revisionFiles, storage } from './service.ts'
export { serveUploads } from './upload.ts'
