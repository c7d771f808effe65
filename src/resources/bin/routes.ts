import { routes } from '../../server/operation.ts'
import { DeletedPage, Restored } from './schemas.ts'

const BIN = '/spaces/:spaceId/bin'

export const binRoutes = routes('Bin', {
  listDeletedPages: {
    get: BIN,
    can: 'space.propose',
    list: DeletedPage,
    summary: 'List the pages that were deleted from a space in the last 30 days, latest first',
  },
  restoreDeletedPage: {
    post: `${BIN}/:pageId/restore`,
    can: 'space.edit',
    reply: Restored,
    event: 'space.content.updated',
    summary: 'Restore a deleted page, with its id and the pages below it',
  },
  purgeDeletedPage: {
    delete: `${BIN}/:pageId`,
    can: 'space.admin',
    event: 'space.page.purged',
    summary: 'Remove a deleted page from the bin for good. Earlier revisions of the space keep it',
  },
})
