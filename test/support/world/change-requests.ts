// Change requests with reviews and conflicts, and the pages of the space afterwards.
import { edit } from '../edits.ts'
import { at } from '../operations.ts'
import { CHANGE_REQUEST, firstPage, make, type Part, type World } from './part.ts'

const settle = ({ admin, ids }: World) =>
  admin.http.post(at(`${CHANGE_REQUEST}/conflicts/:conflictId`, ids), { resolution: 'ours' })

const moveMainOn = ({ server, ids }: World) =>
  edit(server, { space: ids.spaceId! }, [{ operation: 'insert_page', id: 'later', title: 'Later' }])

const deletePage = ({ server, ids }: World) =>
  edit(server, { space: ids.spaceId! }, [{ operation: 'delete_page', page: ids.pageId! }])

export const changeRequests: Part = {
  makers: {
    changeRequestId: (world) => make(world, '/v1/spaces/:spaceId/change-requests', { subject: 'A change' }),
    conflictId: async (world) => {
      const { server, ids, admin } = world
      const { id: page } = await firstPage(world)
      const entitle = (title: string, where: object) =>
        edit(server, { space: ids.spaceId!, ...where }, [{ operation: 'update_page', page, title }])
      await entitle('Theirs', {})
      await entitle('Ours', { changeRequest: ids.changeRequestId })
      await admin.http.post(at(`${CHANGE_REQUEST}/update`, ids))
      return (await admin.http.get(at(`${CHANGE_REQUEST}/conflicts`, ids))).body.items[0].id
    },
    reviewId: (world) => make(world, `${CHANGE_REQUEST}/reviews`, { status: 'approved' }),
    pageId: async (world) => (await firstPage(world)).id,
    pagePath: async (world) => (await firstPage(world)).path,
    documentId: async (world) => (await firstPage(world)).documentId,
    revisionId: async ({ admin, ids }) => (await admin.http.get(at('/v1/spaces/:spaceId', ids))).body.revision,
  },
  needs: {
    updateViewedChange: { body: ({ ids }) => ({ kind: 'page', id: ids.pageId, viewed: true }) },
    mergeChangeRequest: { before: settle },
    restoreDeletedPage: { before: deletePage },
    purgeDeletedPage: { before: deletePage },
    // The draft of the world is the admin's own.
    openOwnDraft: { before: ({ admin, ids }) => admin.http.patch(at(CHANGE_REQUEST, ids), { status: 'open' }) },
    updateChangeRequest: {
      before: async (world) => {
        await settle(world)
        await moveMainOn(world)
      },
    },
    removeRequestedReviewerFromChangeRequest: {
      before: ({ admin, ids }) =>
        admin.http.post(at(`${CHANGE_REQUEST}/requested-reviewers`, ids), { users: [ids.userId] }),
    },
  },
  pointing: [{ id: 'requestReviewersForChangeRequest', body: (ids) => ({ users: [ids.userId] }) }],
  final: ['restoreDeletedPage', 'updateChangeRequest', 'resolveConflict', 'openOwnDraft'],
}
