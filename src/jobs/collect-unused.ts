// Collects files and objects that nothing needs, once a day.
import { collectUnused, insertRun } from '../domain/unused/index.ts'
import { DAY, fromNow } from '../lib/time.ts'
import type { Job } from './runner.ts'

export const collectUnusedDaily: Job = async ({ database, files, logger }) => {
  const outcome = await collectUnused({ database, store: files.store })
  await database.write((db) => insertRun(db, outcome))
  if (outcome.objects + outcome.files > 0) logger.info(outcome, 'unused files collected')
  return fromNow(DAY)
}
