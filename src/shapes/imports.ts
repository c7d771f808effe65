// Synchronous imports and their results.
import Type, { type Static } from 'typebox'
import { SOURCE_NAMES } from '../imports/index.ts'
import { named, oneOf, WebUrl } from '../server/schemas.ts'

export const ImportContent = named(
  'ImportContent',
  Type.Object({
    source: oneOf(...SOURCE_NAMES),
    url: Type.Optional({ ...WebUrl, description: 'The URL of the content.' }),
    key: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'The key of an upload, instead of a URL, for sources that are a file.',
      }),
    ),
  }),
)
export type ImportContent = Static<typeof ImportContent>

export const ImportContentResult = named(
  'ImportContentResult',
  Type.Object({
    revision: Type.String({ description: 'The new revision with the imported content.' }),
    importedResources: Type.Integer({ minimum: 0, description: 'Imported pages and files.' }),
    totalResources: Type.Integer({ minimum: 0, description: 'Pages and files found.' }),
    failures: Type.Array(Type.Object({ url: Type.String(), reason: Type.String() }), {
      description: 'Pages and files that could not be imported, at most 1000.',
    }),
  }),
)
