import Type from 'typebox'
import { Uri } from '../../server/schemas.ts'

export const PdfQuery = Type.Object({
  page: Type.Optional(
    Type.String({ minLength: 1, description: 'The id of a page: print only this page and its descendants.' }),
  ),
  only: Type.Optional(Type.Boolean({ description: 'With `page`: print that page without its descendants.' })),
})

export const ChangeRequestPdfQuery = Type.Object({
  ...PdfQuery.properties,
  changes: Type.Optional(
    Type.Boolean({ description: 'Print only the pages that the change request changes, with the changes marked.' }),
  ),
})

export const PdfUrl = Type.Object({
  url: Type.Unsafe<string>({ ...Uri, description: 'The PDF, without a token. Valid for one hour.' }),
})
