// Files of content, and uploads.
import Type, { type Static } from 'typebox'
import { Id, named, oneOf, Uri } from '../server/schemas.ts'

export const File = named(
  'RevisionFile',
  Type.Object({
    id: Id,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Uri,
    size: Type.Integer({ minimum: 0 }),
    dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
    git: Type.Optional(Type.Object({ oid: Type.String(), path: Type.String() })),
  }),
)
export type FileJson = Static<typeof File>

export const NewUpload = Type.Object({
  file: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    type: Type.String({ minLength: 1, maxLength: 255, description: 'A media type, such as `font/woff2`.' }),
    size: Type.Integer({ minimum: 0, description: 'The exact number of bytes to upload.' }),
  }),
  kind: oneOf('customization_font', 'import_file', 'organization_file'),
})
export type UploadKind = Static<typeof NewUpload>['kind']

export const UploadUrl = named(
  'StorageUploadURL',
  Type.Object({ object: Type.Literal('storage-signed-url'), url: Uri, key: Type.String() }),
)
