// `npm run docs:openapi`
import { writeFile } from 'node:fs/promises'
import { API_DESCRIPTION, apiDescription } from './api-description.ts'

await writeFile(API_DESCRIPTION, await apiDescription())
