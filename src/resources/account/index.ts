export { collectData } from './data.ts'
export { servePictures, storePicture } from './pictures.ts'
export { account } from './service.ts'
