import Type from 'typebox'
import { Uri } from '../../server/schemas.ts'

export const PdfQuery = Type.Object({
  page: Type.Optional(Type.String({ minLength: 1, description: 'The id of a page: only it and the pages below it.' })),
  only: Type.Optional(Type.Boolean({ description: 'With `page`: that page alone, without those below it.' })),
})

export const PdfUrl = Type.Object({
  url: Type.Unsafe<string>({ ...Uri, description: 'Leads to the PDF for one hour, without a token.' }),
})
