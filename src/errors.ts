// Every error the API can answer: a name, its HTTP status and one sentence that tells the fix.

const table = {
  invalid: [400, 'The request is not valid; error.issues names each field to mend.'],
  malformedJson: [400, 'The body is not valid JSON: check its syntax and encoding.'],
  malformedUrl: [400, 'The URL is not valid: percent-encode special characters.'],
  unauthenticated: [401, 'Send a valid API token in the header "Authorization: Bearer <token>".'],
  forbidden: [403, 'Your role does not allow this: ask an administrator of the content or of the organization.'],
  ssoRequired: [
    403,
    'This organization requires single sign-on: sign in at a startURL of GET /v1/orgs/{organizationId}/sso, and use a token made there.',
  ],
  boundToken: [
    403,
    'This token was made through the single sign-on of one organization and works only there: use another token for this.',
  ],
  notForIntegrations: [403, 'This operation is for people: integrations cannot call it.'],
  installationTokenNeeded: [
    403,
    'An integration by itself reaches no organization: use the token of one of its installations.',
  ],
  scopeMissing: [
    403,
    'The installation does not have the scope for this: the integration has to ask for it, and the organization to grant it.',
  ],
  nameOfOther: [403, 'Another organization has published an integration under this name: choose a different one.'],
  integrationPrivate: [403, 'A private integration can be installed only in the organization that owns it.'],
  inviteLinksOff: [403, 'Invite links are switched off in this organization: an admin can set inviteLinks to true.'],
  linkExpired: [403, 'This link has expired: read the file again through the API for a fresh one.'],
  pdfLinkExpired: [403, 'This link has expired: ask for the PDF again through the API.'],
  uploadExpired: [403, 'This link for uploading has expired: ask for a new one.'],
  visitorSignIn: [403, 'This site is for signed-in visitors: sign in where the site tells you to, then come back.'],
  visitorTokenSignature: [403, 'Error while validating the JWT token. Reason: The token signature is invalid.'],
  visitorTokenExpired: [403, 'Error while validating the JWT token. Reason: The token has expired.'],
  visitorTokenEarly: [403, 'Error while validating the JWT token. Reason: The token is not valid yet.'],
  visitorTokenMalformed: [
    403,
    'Error while validating the JWT token. Reason: The token is not a JWT signed with HS256.',
  ],
  notFound: [404, 'Nothing is here, or you may not see it: check the path, the id and the token.'],
  methodNotAllowed: [405, 'This path does not take that method; the Allow header lists those it takes.'],
  lastAdmin: [409, 'An organization keeps at least one admin: make another member admin first.'],
  notDeleted: [409, 'The space is not deleted, so there is nothing to restore.'],
  merged: [409, 'The change request is merged, and that is final: open a new one for further changes.'],
  archived: [409, 'The change request is archived: set its status to draft or open to change its content.'],
  notOnMain: [
    409,
    'This revision belongs to a change request: only main content can be rolled back to it; merge it instead.',
  ],
  conflictResolved: [409, 'This conflict is resolved already: edit the page to change the outcome.'],
  conflictInTheWay: [
    409,
    'The content does not allow this resolution now: resolve the other conflicts first, or choose another side.',
  ],
  hostnameTaken: [409, 'Another organization has this hostname: choose a different one.'],
  hostnameOfOther: [409, 'Another site has this hostname: remove it there first, or choose a different one.'],
  proxyTaken: [409, 'Another site is shown at this address: choose a different one.'],
  basenameTaken: [409, 'Another site of the organization has this basename: choose a different one.'],
  pathTaken: [409, 'Another part of the site has this path: choose a different one.'],
  redirectTaken: [409, 'The site has a redirect from this source already: update that one instead.'],
  spaceInSite: [409, 'The space is in this site already: a site shows each space once.'],
  lastSiteSpace: [409, 'A published site keeps at least one space: unpublish the site first, or add another space.'],
  installedAlready: [409, 'The integration is installed there already.'],
  notForSpaces: [412, 'The integration is not made for single spaces: its target says where it can be installed.'],
  notForSites: [412, 'The integration is not made for single sites: its target says where it can be installed.'],
  siteWithoutSpaces: [412, 'A site without spaces cannot be published: add a space first.'],
  uploadMissing: [412, 'Nothing that fits was uploaded under this key: upload the file first, then use its key.'],
  regularWeightMissing: [412, 'A font needs a file for its regular weight, which is 400: add one.'],
  specSlugTaken: [
    409,
    'The organization has an OpenAPI specification of this slug: update that one, or choose another.',
  ],
  uploadedAlready: [409, 'Another file was uploaded under this key: ask for a new one.'],
  bodyTooLarge: [413, 'The body is larger than this operation accepts.'],
  notJson: [415, 'Send the body as JSON, with the header "Content-Type: application/json".'],
  rangeBeyondEnd: [416, 'The file ends before the range that the request asks for.'],
  idempotencyMismatch: [422, 'This Idempotency-Key was used with another request: use a new key.'],
  cannotImport: [422, 'What is there cannot be imported; error.issues says why, and what to do.'],
  rateLimited: [429, 'Too many requests for this token: wait as long as Retry-After says.'],
  badRendering: [422, 'The integration gave something that cannot be shown: see its events for what it was asked.'],
  internal: [500, 'Something went wrong on the server; the log has more under this request id.'],
  pdfTooLarge: [
    503,
    'This PDF takes more time or memory than the server allows: ask for one page with its children, with the parameter page.',
  ],
  pdfBusy: [503, 'Too many PDFs are waiting to be made: try again shortly.'],
  integrationFailed: [502, 'The integration failed: its developers find the reason among its events.'],
  integrationBusy: [503, 'Integrations have too much to do at the moment: try again shortly.'],
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
