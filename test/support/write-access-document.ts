// `npm run docs:access`
import { writeFile } from 'node:fs/promises'
import { ACCESS_DOCUMENT, accessDocument } from './access-document.ts'

await writeFile(ACCESS_DOCUMENT, accessDocument())
