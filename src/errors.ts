// Every error of the API: a name, its HTTP status and a message that says how to fix it.

const table = {
  invalid: [400, 'The request is invalid: error.issues lists each invalid field.'],
  malformedJson: [400, 'The body is not valid JSON: check its syntax and encoding.'],
  malformedUrl: [400, 'The URL is not valid: percent-encode special characters.'],
  unauthenticated: [401, 'Send a valid API token in the header "Authorization: Bearer <token>".'],
  forbidden: [403, 'Your role does not allow this: ask an administrator of the content or of the organization.'],
  ssoRequired: [
    403,
    'This organization requires single sign-on: sign in at a startURL of GET /v1/orgs/{organizationId}/sso, and use a token created there.',
  ],
  boundToken: [
    403,
    'This token was created through the single sign-on of one organization and works only there: use another token.',
  ],
  confirmationNeeded: [
    403,
    'This step needs a recent proof of who you are: confirm your password or passkey at /sign-in/confirm, then try again.',
  ],
  consoleOnly: [
    403,
    'A token cannot change how you sign in, nor delete your account: sign in to the console and do it there.',
  ],
  notForIntegrations: [403, 'Integrations cannot call this operation: use the token of a user.'],
  installationTokenNeeded: [
    403,
    'The token of an integration has no access to organizations: use the token of one of its installations.',
  ],
  scopeMissing: [
    403,
    'The installation lacks the scope for this operation: the integration must request it, and the organization must grant it.',
  ],
  nameOfOther: [403, 'Another organization has published an integration with this name: choose a different name.'],
  integrationPrivate: [403, 'A private integration can be installed only in the organization that owns it.'],
  organizationsByAdmins: [403, 'Only admins of this server can create organizations: ask one of them.'],
  inviteLinksOff: [403, 'Invite links are disabled in this organization: an admin can set inviteLinks to true.'],
  linkExpired: [403, 'This link has expired: read the file again through the API to get a new one.'],
  exportLinkExpired: [403, 'This link has expired: request the export again through the API.'],
  pdfLinkExpired: [403, 'This link has expired: request the PDF again through the API.'],
  uploadExpired: [403, 'This upload link has expired: request a new one.'],
  visitorSignIn: [403, 'This site requires visitors to sign in: sign in with the site, then try again.'],
  visitorTokenSignature: [403, 'Error while validating the JWT token. Reason: The token signature is invalid.'],
  visitorTokenExpired: [403, 'Error while validating the JWT token. Reason: The token has expired.'],
  visitorTokenEarly: [403, 'Error while validating the JWT token. Reason: The token is not valid yet.'],
  previewEnded: [404, 'This preview has ended: it was revoked, or its time is over. Ask for a new link.'],
  visitorTokenMissing: [
    403,
    'The sign-in of this site led back here without a token. Sign in again, or tell the owner of the site.',
  ],
  visitorTokenTooLong: [
    403,
    'The token from the sign-in of this site is too long for a cookie. Tell the owner of the site.',
  ],
  visitorCookieMissing: [
    403,
    'You signed in, but the browser did not keep the cookie. Allow cookies for this site, then try again.',
  ],
  visitorTokenMalformed: [
    403,
    'Error while validating the JWT token. Reason: The token is not a JWT signed with HS256.',
  ],
  notFound: [404, 'Not found, or not accessible with this token: check the path, the id and the token.'],
  methodNotAllowed: [405, 'This path does not support the method: the Allow header lists the supported methods.'],
  outsideEmailDomains: [
    403,
    'Your email address is not in a domain of this organization: ask one of its admins to add you.',
  ],
  deactivated: [403, 'This organization has deactivated your membership: ask one of its admins to activate it again.'],
  ssoUntried: [
    409,
    'No admin of this organization has signed in through its identity provider in the last 30 days: sign in there once to see that it works, then require single sign-on (sso).',
  ],
  noBackups: [409, 'No backups are made on schedule: set LECTERN_BACKUP_TO on the server.'],
  lastServerAdmin: [409, 'A server needs at least one admin: make another user a server admin first.'],
  lastAdmin: [409, 'An organization needs at least one admin: make another member an admin first.'],
  lastAdminOf: [
    409,
    'An organization would lose its last admin: make another member an admin of each of your organizations first.',
  ],
  onlyCredential: [409, 'This passkey is your only way to sign in: set a password or add another passkey first.'],
  passkeyTaken: [409, 'This passkey is already in use: choose another device or password manager.'],
  tooManyPasskeys: [409, 'There are as many passkeys as fit: remove one first.'],
  noPasskeyYet: [409, 'A second step needs a passkey: add one first.'],
  noPasskeysHere: [409, 'Passkeys need a host name and HTTPS: the operator has to set LECTERN_URL to such an address.'],
  mailNeeded: [
    409,
    'This server cannot send mail, so it cannot check the new address: ask the operator to run "lectern user email".',
  ],
  emailTaken: [409, 'Another account uses this address: enter a different one.'],
  tooManyFavorites: [409, 'There are as many favorites as fit: remove one first.'],
  notDeleted: [409, 'The space is not deleted, so it cannot be restored.'],
  merged: [409, 'The change request is merged and can no longer change: create a new one.'],
  mergeRules: [
    409,
    'The rules of the space for merging are not met: see the issues. Those who manage the space can merge with pastRules.',
  ],
  archived: [409, 'The change request is archived: set its status to draft or open to change its content.'],
  notOnMain: [
    409,
    'This revision belongs to a change request: main content can be rolled back only to its own revisions; merge the change request instead.',
  ],
  importCancelled: [409, 'The import was cancelled, and nothing was written.'],
  writeConflict: [
    409,
    'Somebody else changed the same since the base: error.conflicts lists both sides. Nothing was written; settle them and write again with the current revision as base.',
  ],
  conflictResolved: [409, 'This conflict is already resolved: edit the page to change the result.'],
  conflictInTheWay: [
    409,
    'The current content does not allow this resolution: resolve the other conflicts first, or choose another resolution.',
  ],
  hostnameTaken: [409, 'Another organization uses this hostname: choose a different one.'],
  hostnameOfOther: [409, 'Another site uses this hostname: remove it there first, or choose a different one.'],
  proxyTaken: [409, 'Another site uses this address: choose a different one.'],
  basenameTaken: [409, 'Another site of the organization uses this basename: choose a different one.'],
  pathTaken: [409, 'Another part of the site uses this path: choose a different one.'],
  redirectTaken: [409, 'The site already has a redirect from this source: update that one instead.'],
  spaceInSite: [409, 'The site already contains this space: a site shows each space once.'],
  lastSiteSpace: [409, 'A published site needs at least one space: unpublish the site first, or add another space.'],
  installedAlready: [409, 'The integration is already installed here.'],
  notForSpaces: [
    412,
    'The integration cannot be installed on single spaces: its target says where it can be installed.',
  ],
  notForSites: [412, 'The integration cannot be installed on single sites: its target says where it can be installed.'],
  siteWithoutSpaces: [412, 'A site without spaces cannot be published: add a space first.'],
  uploadMissing: [412, 'No matching upload exists for this key: upload the file first, then use its key.'],
  regularWeightMissing: [412, 'A font needs a file for its regular weight (400): add one.'],
  specSlugTaken: [
    409,
    'The organization already has an OpenAPI specification with this slug: update that one, or choose another slug.',
  ],
  uploadedAlready: [409, 'A different file was already uploaded with this key: request a new key.'],
  bodyTooLarge: [413, 'The body is larger than this operation accepts.'],
  notJson: [415, 'Send the body as JSON, with the header "Content-Type: application/json".'],
  rangeBeyondEnd: [416, 'The requested range starts after the end of the file.'],
  idempotencyMismatch: [422, 'This Idempotency-Key was used with a different request: use a new key.'],
  cannotImport: [422, 'The source cannot be imported: error.issues says why and what to do.'],
  rateLimited: [429, 'Too many requests: wait for the number of seconds in the Retry-After header.'],
  badRendering: [422, 'The integration returned a component that cannot be rendered: its events have the details.'],
  internal: [500, 'Internal server error: the server log has the details under this request id.'],
  pdfTooLarge: [
    503,
    'This PDF takes more time or memory than the server allows: request one page with its children, using the parameter page.',
  ],
  apiNotNamed: [400, 'This page shows no such operation, or its specification names no such server: reload the page.'],
  apiUnreachable: [502, 'The API cannot be reached from this server.'],
  apiTooLarge: [502, 'The response of the API is too large to be shown here.'],
  apiTimeout: [504, 'The API took too long to respond.'],
  exportBusy: [503, 'The server is writing other exports: try again shortly.'],
  pdfBusy: [503, 'Too many PDFs are queued: try again shortly.'],
  integrationFailed: [502, 'The integration failed: its developers can find the reason in its events.'],
  integrationBusy: [503, 'Too many integration requests are queued: try again shortly.'],
  replaced: [503, 'The files of this server were replaced while it ran: whoever operates it must restart it.'],
  unavailable: [503, 'The server is temporarily unavailable: try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorName = keyof typeof table

export interface Issue {
  path: string
  message: string
}

export class ApiError extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined
  /** What a write could not be merged with. */
  readonly conflicts: readonly object[] | undefined

  constructor(name: ErrorName, issues?: Issue[], conflicts?: readonly object[]) {
    super(table[name][1])
    this.name = name
    this.status = table[name][0]
    this.issues = issues
    this.conflicts = conflicts
  }
}

/** Creates the error with this name. */
export const problem = (name: ErrorName): ApiError => new ApiError(name)

/** Creates a 400 that lists the invalid fields. */
export const invalid = (...issues: Issue[]): ApiError => new ApiError('invalid', issues)
