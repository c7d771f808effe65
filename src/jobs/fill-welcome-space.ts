// Fills the welcome space with the documentation of this version, as `lectern import` would, so that it can be brought up
// to date in the same way. The first start does this itself; the job is for a first start that ended early.
import { fileURLToPath } from 'node:url'
import type { Row } from '../db/tables.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'
import { importFiles } from '../resources/git/index.ts'
import type { Job, JobTools } from './runner.ts'

/** The space as it was created. */
export type UnfilledSpace = Pick<Row<'spaces'>, 'id' | 'revision_id'>

/** Leaves a space alone that has been filled or edited since it was created. */
export async function fillWelcomeSpace(
  { database, files }: Pick<JobTools, 'database' | 'files'>,
  { id, revision_id }: UnfilledSpace,
): Promise<void> {
  const space = await database.read
    .selectFrom('spaces')
    .select('id')
    .where('id', '=', id)
    .where('revision_id', '=', revision_id)
    .executeTakeFirst()
  const folder = fileURLToPath(new URL('docs/', PACKAGE_FOLDER))
  if (space) await importFiles({ database, files, progress: () => {} }, { spaceId: id, folder, directory: '' })
}

export const fillWelcomeSpaceJob: Job = async ({ payload, ...tools }) => {
  await fillWelcomeSpace(tools, payload as UnfilledSpace)
  return undefined
}
