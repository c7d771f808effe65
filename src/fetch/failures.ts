// Failures of fetching: a kind for code, and a message for users that says how to fix it. Messages never contain the
// secret parts of a URL, which are its credentials and its query.

const sentences = {
  invalidUrl: (url: string) => `${url} is not a web URL: use one that begins with https:// or http://.`,
  refusedAddress: (url: string) =>
    `${url} has a non-public address: add its host or range to LECTERN_FETCH_ALLOW to allow it.`,
  dns: (url: string) => `The host of ${url} cannot be resolved: check its name.`,
  connection: (url: string) =>
    `The connection to ${url} failed: check that it is running and reachable from this server.`,
  tls: (url: string) => `The certificate of ${url} is not trusted: fix it, or add its authority to this server.`,
  timeout: (url: string) => `${url} took too long to respond: try again later.`,
  aborted: (url: string) => `Fetching ${url} was aborted.`,
  tooLarge: (url: string) => `${url} exceeds the size limit: use a smaller file.`,
  badStatus: (url: string, status?: number) =>
    `${url} responded with status ${status}: check that the URL is correct and publicly accessible.`,
  badAnswer: (url: string) => `${url} sent an invalid response: check that it works in a browser.`,
  tooManyRedirects: (url: string) => `${url} redirects too often: use the final URL.`,
} as const

export type FetchFailureKind = keyof typeof sentences

export class FetchFailure extends Error {
  readonly kind: FetchFailureKind
  /** The status of the response, if there was one. */
  readonly status: number | undefined

  constructor(kind: FetchFailureKind, url: URL | string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(sentences[kind](redactUrl(url), status), { cause })
    this.name = 'FetchFailure'
    this.kind = kind
    this.status = status
  }
}

/** A URL without credentials and query, for logs and messages. */
export function redactUrl(url: URL | string): string {
  const parsed = typeof url === 'string' ? parse(url) : url
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return 'This'
  return `${parsed.origin}${parsed.pathname}`
}

const parse = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** Converts any error of a request to a FetchFailure. */
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
