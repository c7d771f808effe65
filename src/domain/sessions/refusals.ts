// Reasons for a refused sign-in: a name for the log, a status, the message on the page, and sometimes its title.

const ASK_FOR_LINK =
  'Sign in as usual, or ask an administrator for a new link; whoever runs the server gets one with “lectern user link”.'

const table = {
  unknownProvider: [404, 'This sign-in does not exist. Ask an admin of your organization for the correct URL.'],
  notReady: [409, 'This sign-in is not set up yet: an admin has to complete the settings of the identity provider.'],
  badCertificate: [
    409,
    'The certificate of the identity provider is invalid: an admin has to enter it again, as PEM or base64.',
  ],
  unreadable: [400, 'The response of the identity provider is invalid. Sign in again.'],
  unasked: [400, 'This sign-in was not started here, took too long, or was already used. Start again.'],
  denied: [403, 'The identity provider denied access. Contact its administrator, or sign in again.'],
  weakAlgorithm: [
    400,
    'The identity provider signs with SHA-1, which is insecure: its administrator has to choose SHA-256 or better.',
  ],
  notTrusted: [
    403,
    'The response of the identity provider is not valid for this organization. Sign in again; if that fails, an admin has to compare certificate, entityID and URLs on both sides.',
  ],
  noAddress: [
    403,
    'The identity provider did not send your email address: its administrator has to include it as NameID or as an attribute named "email".',
  ],
  noEmailClaim: [
    403,
    'The identity provider did not send your email address: its administrator has to allow the scope "email" for this server.',
  ],
  unverifiedThere: [
    403,
    'The identity provider has not confirmed your email address. Confirm it there, or ask its administrator to send the claim that says so.',
  ],
  unreachable: [
    502,
    'The identity provider does not answer. Try again later; if that fails, an admin has to check its URL.',
  ],
  badProvider: [
    502,
    'The answer of the identity provider is not valid. Sign in again; if that fails, an admin has to compare issuer, client ID, client secret and redirect URL on both sides.',
  ],
  noAccount: [403, 'There is no account with your email address here. Ask an administrator for an invitation.'],
  inviteGone: [
    404,
    'It does not exist, has expired, or was withdrawn. Ask whoever gave it to you for a new one.',
    'This invitation does not work',
  ],
  ssoNeeded: [
    403,
    'This organization asks everybody to sign in through its identity provider. Open the invitation again and choose it.',
  ],
  boundElsewhere: [
    403,
    'You are signed in for another organization only. Sign out, then sign in with a password or another account.',
  ],
  deactivated: [403, 'Your organization has deactivated your membership. Ask one of its admins to activate it again.'],
  outsideDomains: [
    403,
    'Your email address is not in a domain of this organization. Ask one of its admins to add you.',
  ],
  otherBrowser: [400, 'This sign-in was started in another browser, or cookies are disabled. Sign in again here.'],
  notSignedIn: [401, 'You are not signed in, or your session has ended. Sign in again to continue.'],
  forgedForm: [403, 'This form is out of date. Go back, reload the page and try again.'],
  notVerified: [403, 'Your email address is not confirmed yet. Ask an administrator for a sign-in link.'],
  linkUsed: [
    410,
    `A link works once, and this one was used already or is void. ${ASK_FOR_LINK}`,
    'This link no longer works',
  ],
  linkExpired: [410, `It was not used in time. ${ASK_FOR_LINK}`, 'This link has expired'],
  linkBroken: [
    404,
    'Part of it is missing or wrong. Copy the whole link, without line breaks, and open it again.',
    'This link is incomplete',
  ],
  emailLinkUsed: [
    410,
    'It was used already, or was not used within 30 minutes. Your account page shows your address, and can send a new link.',
    'This link no longer works',
  ],
  ssoOnly: [
    403,
    'You signed in through your organization, which manages how you sign in. Sign in with a link from an administrator to set a password.',
  ],
  partOnly: [
    403,
    'You are signed in for one organization only, and this is about your whole account. Sign in with a link by mail or from an administrator first.',
  ],
  passkeyRefused: [401, 'The passkey was not accepted. Try again, or sign in another way.'],
  passkeyExpired: [401, 'That took too long. Go back and try again.'],
  firstStepExpired: [401, 'That took too long. Sign in again, and have your passkey ready.'],
  passkeyTaken: [409, 'This passkey is already in use. Choose another device or password manager.'],
  tooManyPasskeys: [409, 'You have as many passkeys as fit. Remove one first.'],
  onlyCredential: [409, 'This passkey is your only way to sign in. Set a password or add another passkey first.'],
  noPasskeyYet: [409, 'You have no passkey yet. Add one first.'],
  noPasskeysHere: [409, 'Passkeys need a host name and HTTPS: set LECTERN_URL to such an address.'],
  limited: [429, 'Too many failed attempts. Wait 15 minutes, or ask an administrator for a sign-in link.'],
  badPicture: [400, 'Choose a PNG, JPEG, WebP or GIF file of at most 1 MB.'],
  lastAdminOf: [409, 'An organization would lose its last admin. Make somebody else an admin there first.'],
  badForm: [400, 'This form is invalid. Go back and try again.'],
} as const satisfies Record<string, readonly [status: number, message: string, title?: string]>

export type RefusalName = keyof typeof table

/** Refusals of a step that somebody takes who is signed in. */
const FOR_SIGNED_IN = new Set<RefusalName>([
  'forgedForm',
  'badForm',
  'partOnly',
  'passkeyTaken',
  'tooManyPasskeys',
  'onlyCredential',
  'noPasskeysHere',
  'noPasskeyYet',
  'badPicture',
  'lastAdminOf',
])

export class Refusal extends Error {
  readonly title: string
  readonly status: number
  /** For the log only, never for the page: it may contain untrusted input. */
  readonly detail: string | undefined

  constructor(name: RefusalName, detail?: string) {
    const [status, message, title]: readonly [number, string, string?] = table[name]
    super(message)
    this.name = name
    this.title = title ?? (FOR_SIGNED_IN.has(name) ? 'That did not work' : 'Not signed in')
    this.status = status
    this.detail = detail
  }
}
