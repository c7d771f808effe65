// Why something could not be fetched: a kind that code can tell apart, and a sentence for people that tells the fix. What
// is secret in a URL (credentials and query) is in no sentence.

const sentences = {
  invalidUrl: (url: string) => `${url} is no address of the web: use one that begins with https:// or http://.`,
  refusedAddress: (url: string) =>
    `${url} is at an address that is not public: name its host or its range in LECTERN_FETCH_ALLOW if it may be asked.`,
  dns: (url: string) => `The host of ${url} cannot be found: check its name.`,
  connection: (url: string) =>
    `The connection to ${url} failed: check that it is running and can be reached from here.`,
  tls: (url: string) => `The certificate of ${url} cannot be trusted: mend it, or add its authority to this server.`,
  timeout: (url: string) => `${url} took too long to answer: try again later.`,
  aborted: (url: string) => `Fetching ${url} was given up.`,
  tooLarge: (url: string) => `${url} is larger than what is accepted: use a smaller one.`,
  badStatus: (url: string, status?: number) =>
    `${url} answered with status ${status}: check that the address is right and open to everybody.`,
  badAnswer: (url: string) => `${url} gave an answer that cannot be read: check that it works in a browser.`,
  tooManyRedirects: (url: string) => `${url} redirects too often: use the address it leads to.`,
} as const

export type FetchFailureKind = keyof typeof sentences

export class FetchFailure extends Error {
  readonly kind: FetchFailureKind
  /** What the other side answered, when it did. */
  readonly status: number | undefined

  constructor(kind: FetchFailureKind, url: URL | string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(sentences[kind](withoutSecrets(url), status), { cause })
    this.name = 'FetchFailure'
    this.kind = kind
    this.status = status
  }
}

/** A URL as logs and people may see it. */
export function withoutSecrets(url: URL | string): string {
  const parsed = typeof url === 'string' ? parse(url) : url
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return 'This'
  return `${parsed.origin}${parsed.pathname}`
}

const parse = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** What went wrong on the way, as one of ours. */
export function toFailure(error: unknown, url: URL): FetchFailure {
  if (error instanceof FetchFailure) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return new FetchFailure('timeout', url)
  if (name === 'AbortError' || code === 'ABORT_ERR') return new FetchFailure('aborted', url)
  return new FetchFailure(kindOf(code), url, { cause: error })
}

function kindOf(code: string): FetchFailureKind {
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'dns'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return 'tls'
  if (/^(HPE_|Z_|ERR_BROTLI|ERR__ERROR|ERR_)/.test(code)) return 'badAnswer'
  return 'connection'
}
