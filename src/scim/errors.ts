// SCIM errors: status, a type where RFC 7644 names one, and a sentence that says what to do.

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, message: string, scimType?: ScimType) {
    super(message)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (message: string): ScimError => new ScimError(400, message, 'invalidValue')

export const notFound = (): ScimError => new ScimError(404, 'There is no such resource in this organization.')
