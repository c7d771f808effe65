// Why somebody cannot be signed in: a name for the log, a status, and what the page tells them to do.

const table = {
  unknownProvider: [404, 'There is no such way to sign in. Ask an admin of your organization for the right address.'],
  notReady: [
    409,
    'This way to sign in is not set up yet: an admin has to give entityID, certificate and ssoURL of the identity provider.',
  ],
  badCertificate: [
    409,
    'The certificate of the identity provider cannot be read: an admin has to give it anew, as PEM or base64.',
  ],
  unreadable: [400, 'What came back from the identity provider cannot be read. Sign in again.'],
  unasked: [
    400,
    'This sign-in was not begun here, took too long, or was used already. Sign in again from the beginning.',
  ],
  denied: [403, 'The identity provider did not let you in. Ask whoever runs it, or sign in again.'],
  weakAlgorithm: [
    400,
    'The identity provider signs with SHA-1, which can be forged: whoever runs it has to choose SHA-256 or better.',
  ],
  notTrusted: [
    403,
    'What came back from the identity provider is not valid for this organization. Sign in again; if it stays so, an admin has to compare certificate, entityID and addresses on both sides.',
  ],
  noAddress: [
    403,
    'The identity provider does not tell your email address: whoever runs it has to send it as NameID or as an attribute called "email".',
  ],
  outsideDomains: [
    403,
    'Your email address is in none of the domains of this organization. Ask one of its admins to let you in.',
  ],
  otherBrowser: [400, 'This sign-in was begun in another browser, or cookies are switched off. Sign in again here.'],
  notSignedIn: [401, 'You are not signed in, or your session has ended. Sign in again to go on.'],
  forgedForm: [403, 'This form is out of date. Go back, reload the page and try again.'],
  badForm: [400, 'Something in this form is not right. Go back and try again.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalName = keyof typeof table

export class Refusal extends Error {
  readonly title: string
  readonly status: number
  /** For the log, never for the page: it may repeat what came from outside. */
  readonly detail: string | undefined

  constructor(name: RefusalName, detail?: string) {
    super(table[name][1])
    this.name = name
    this.title = name.endsWith('Form') ? 'That did not work' : 'Not signed in'
    this.status = table[name][0]
    this.detail = detail
  }
}
