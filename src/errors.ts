// Every error the API can answer: a name, its HTTP status and one sentence that tells the fix.

const table = {
  invalid: [400, 'The request is not valid; error.issues names each field to mend.'],
  malformedJson: [400, 'The body is not valid JSON: check its syntax and encoding.'],
  malformedUrl: [400, 'The URL is not valid: percent-encode special characters.'],
  unauthenticated: [401, 'Send a valid API token in the header "Authorization: Bearer <token>".'],
  forbidden: [403, 'Your role does not allow this: ask an administrator of the content or of the organization.'],
  ssoRequired: [
    403,
    'This organization requires single sign-on: sign in through one of its SSO providers and use a token made there.',
  ],
  inviteLinksOff: [403, 'Invite links are switched off in this organization: an admin can set inviteLinks to true.'],
  notFound: [404, 'Nothing is here, or you may not see it: check the path, the id and the token.'],
  methodNotAllowed: [405, 'This path does not take that method; the Allow header lists those it takes.'],
  conflict: [409, 'The request conflicts with the current state.'],
  lastAdmin: [409, 'An organization keeps at least one admin: make another member admin first.'],
  notDeleted: [409, 'The space is not deleted, so there is nothing to restore.'],
  emailTaken: [409, 'Another user has this email address.'],
  hostnameTaken: [409, 'Another organization has this hostname: choose a different one.'],
  bodyTooLarge: [413, 'The body is larger than this operation accepts.'],
  notJson: [415, 'Send the body as JSON, with the header "Content-Type: application/json".'],
  idempotencyMismatch: [422, 'This Idempotency-Key was used with another request: use a new key.'],
  rateLimited: [429, 'Too many requests for this token: wait as long as Retry-After says.'],
  internal: [500, 'Something went wrong on the server; the log has more under this request id.'],
  unavailable: [503, 'The server cannot answer right now: try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorName = keyof typeof table

export interface Issue {
  path: string
  message: string
}

export class ApiError extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined

  constructor(name: ErrorName, issues?: Issue[]) {
    super(table[name][1])
    this.name = name
    this.status = table[name][0]
    this.issues = issues
  }
}

/** The error of that name, to be thrown. */
export const problem = (name: ErrorName): ApiError => new ApiError(name)

/** A 400 that names the fields to mend. */
export const invalid = (...issues: Issue[]): ApiError => new ApiError('invalid', issues)
