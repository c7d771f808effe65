// Makes backups on schedule and on request.
import { makeDueBackup } from '../backup/scheduled/index.ts'
import type { Job } from './runner.ts'

/** Without settings for backups there is nothing to do until a server with them starts. */
export const makeBackup: Job = async ({ backups, logger }) => backups && makeDueBackup(backups, logger)
