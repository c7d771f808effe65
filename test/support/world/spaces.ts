// Spaces and their content: pages, files, reusable content, revisions.

import { insertWelcomeSpace } from '../../../src/domain/spaces/starter-content.ts'
import { storeFile } from '../../../src/files/new-file.ts'
import { edit } from '../edits.ts'
import { at } from '../operations.ts'
import { CHANGE_REQUEST, foundAnother, ORGANIZATION, type Part, type World } from './part.ts'

/** A page to move, and another space for it. */
const toMove = (content: string) => ({
  async before({ admin, ids }: World) {
    const changes = [{ operation: 'insert_page', title: 'A page to move' }]
    const written = await admin.http.post(at(`${content}?compat=false`, ids), { changes })
    ids.movedPage = written.body.changes[0].page.id
    ids.anotherSpace ??= (await admin.http.post(at(`${ORGANIZATION}/spaces`, ids), { title: 'Another space' })).body.id
  },
  body: ({ ids }: World) => ({ pages: [{ page: ids.movedPage }], to: { space: ids.anotherSpace } }),
})

export const spaces: Part = {
  makers: {
    spaceId: async ({ server, ids, admin }) => {
      await server.database.write((db) => insertWelcomeSpace(db, ids.organizationId!, admin.id))
      return (await admin.http.get(at(`${ORGANIZATION}/spaces`, ids))).body.items[0].id
    },
    // Before the change request, so that it includes the file and the reusable content.
    fileId: async ({ server, ids }) => {
      const file = await storeFile(server.files.store, { bytes: [Buffer.from('A file')], name: 'a-file.txt' })
      await edit(server, { space: ids.spaceId! }, [{ operation: 'insert_files', files: [file] }])
      return file.id
    },
    reusableContentId: async ({ admin, ids }) => {
      const changes = [{ operation: 'insert_reusable_content', title: 'A reusable content' }]
      return (await admin.http.post(at('/v1/spaces/:spaceId/content', ids), { changes })).body.changes[0].ids[0]
    },
    variableName: async ({ admin, ids }) => {
      const name = `edition_${ids.spaceId}`
      const changes = [{ operation: 'set_variables', variables: { [name]: 'A variable' } }]
      await admin.http.post(at('/v1/spaces/:spaceId/content', ids), { changes })
      return name
    },
  },
  needs: {
    restoreSpace: { before: ({ admin, ids }) => admin.http.delete(at('/v1/spaces/:spaceId', ids)) },
    transferSpace: { before: foundAnother, body: ({ ids }) => ({ organization: ids.anotherOrganization }) },
    movePagesToSpace: toMove('/v1/spaces/:spaceId/content'),
    movePagesInChangeRequestToSpace: toMove(`${CHANGE_REQUEST}/content`),
    inviteToSpace: { body: ({ ids }) => ({ role: 'edit', users: [ids.userId] }) },
    generateStorageUploadURL: {
      body: () => ({ file: { name: 'a.woff2', type: 'font/woff2', size: 4 }, kind: 'customization_font' }),
    },
  },
  pointing: [
    { id: 'createSpace', body: (ids) => ({ parent: ids.collectionId }) },
    { id: 'moveSpace', body: (ids) => ({ parent: ids.collectionId }) },
    { id: 'moveSpace', body: (ids) => ({ position: { before: { type: 'space', space: ids.spaceId } } }) },
    { id: 'transferSpace', body: (ids) => ({ organization: ids.organizationId }) },
    { id: 'inviteToSpace', body: (ids) => ({ role: 'read', users: [ids.userId] }) },
    { id: 'inviteToSpace', body: (ids) => ({ role: 'read', teams: [ids.teamId] }) },
    { id: 'movePagesToSpace', body: (ids) => ({ pages: [{ page: ids.pageId }], to: { space: ids.spaceId } }) },
    { id: 'updateSpaceContent', body: (ids) => ({ changes: [{ operation: 'delete_page', page: ids.pageId }] }) },
    { id: 'updateSpaceContent', body: (ids) => ({ changes: [{ operation: 'delete_files', files: [ids.fileId] }] }) },
    {
      id: 'updateSpaceContent',
      body: ({ pageId, revisionId }) => ({
        changes: [{ operation: 'revert_page', page: pageId, revision: revisionId }],
      }),
    },
  ],
  final: ['restoreSpace'],
}
