// Seals credentials in URLs, for example those of a space or an organization that was restored from an old backup.
import { sealStoredUrls } from '../domain/stored-urls/index.ts'
import type { Job } from './runner.ts'

export const sealUrls: Job = async ({ database, vault }) => {
  await sealStoredUrls(database, vault)
  return undefined
}
