// What is imported from where, and how much of it came.
import Type, { type Static } from 'typebox'
import { SOURCE_NAMES } from '../../imports/index.ts'
import { named, oneOf, WebUrl } from '../../server/schemas.ts'

export const ImportContent = named(
  'ImportContent',
  Type.Object({
    source: oneOf(...SOURCE_NAMES),
    url: Type.Optional({ ...WebUrl, description: 'Where the content is.' }),
    key: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'Instead of a URL, the key of an upload: for sources that are a file.',
      }),
    ),
  }),
)
export type ImportContent = Static<typeof ImportContent>

export const ImportContentResult = named(
  'ImportContentResult',
  Type.Object({
    revision: Type.String({ description: 'The new revision with everything that was imported.' }),
    importedResources: Type.Integer({ minimum: 0, description: 'Pages and files that came.' }),
    totalResources: Type.Integer({ minimum: 0, description: 'Pages and files that were found.' }),
    failures: Type.Array(Type.Object({ url: Type.String(), reason: Type.String() }), {
      description: 'What was found and did not come, at most 1000 of them.',
    }),
  }),
)
