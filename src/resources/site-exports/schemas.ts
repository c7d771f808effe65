import Type from 'typebox'
import { Timestamp, Uri } from '../../server/schemas.ts'

export const SiteExportQuery = Type.Object({
  at: Type.Optional({ ...Timestamp, description: 'A moment in the past: every space as it was then. Now by default.' }),
  claims: Type.Optional(
    Type.String({ maxLength: 4096, description: 'The claims of the visitor, in Rison or JSON. None by default.' }),
  ),
})

export const SiteExportUrl = Type.Object({
  url: Type.Unsafe<string>({ ...Uri, description: 'The archive (ZIP), without a token. Valid for one hour.' }),
})
