import type { Objects } from '../../access/permissions.ts'
import { linkPeriod } from '../../files/signing.ts'
import { routes } from '../../server/operation.ts'
import { ContentQuery, RevisionQuery } from '../../shapes/content.ts'
import { File, NewUpload, UploadUrl } from '../../shapes/files.ts'

/** Identifies the files by revision and their signed links by period: replies of an earlier period have older links. */
const etag = ({ space, changeRequest }: Partial<Objects>, query: Record<string, unknown>) =>
  `${query.revision ?? (changeRequest ?? space)?.revision_id}.${linkPeriod()}`

const etagOfRevision = (_objects: object, _query: object, { revisionId }: Record<string, string>) =>
  `${revisionId}.${linkPeriod()}`

export const fileRoutes = routes('Files of a space', {
  listFiles: {
    get: '/spaces/:spaceId/content/files',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    list: File,
    etag,
    summary: 'List the files of a space',
  },
  getFileById: {
    get: '/spaces/:spaceId/content/files/:fileId',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: File,
    etag,
    summary: 'Get a file of a space',
  },
})

export const changeRequestFileRoutes = routes('Files of a change request', {
  listFilesInChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/files',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    list: File,
    etag,
    summary: 'List the files of a change request',
  },
  getFileInChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: File,
    etag,
    summary: 'Get a file of a change request',
  },
})

export const revisionFileRoutes = routes('Files of a revision', {
  listFilesInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/files',
    can: 'space.view',
    visitors: true,
    query: RevisionQuery,
    list: File,
    etag: etagOfRevision,
    summary: 'List the files of a revision',
  },
  getFileInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/files/:fileId',
    can: 'space.view',
    visitors: true,
    query: RevisionQuery,
    reply: File,
    etag: etagOfRevision,
    summary: 'Get a file of a revision',
  },
})

export const storageRoutes = routes('Storage', {
  generateStorageUploadURL: {
    post: '/orgs/:organizationId/storage/upload',
    can: 'organization.upload',
    body: NewUpload,
    reply: UploadUrl,
    status: 201,
    event: 'organization.upload.prepared',
    summary: 'Get a signed URL for uploading one file',
  },
})
