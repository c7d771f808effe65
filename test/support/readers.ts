// Requests to URLs of any host, as readers of published sites send them.
import type { TestServer } from './server.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

/** Without following redirects. */
export async function readUrl(server: TestServer, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { host, pathname, search } = new URL(url)
  const answer = await server.app.http.inject({ url: pathname + search, headers: { host, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** A browser: it keeps cookies, sends them where they belong, and follows redirects by hand. */
export interface Browser {
  /** Keeps a cookie for all paths of a host. */
  keep(name: string, value: string, url: string): void
  get(url: string): Promise<Answer>
  /** Follows redirects until there is an answer, or a redirect to a host that `isOurs` does not know. */
  open(url: string, isOurs?: (url: URL) => boolean): Promise<Answer & { url: string; hops: string[] }>
}

const MAX_HOPS = 20

export function newBrowser(server: TestServer, { keepsCookies = true, headers = {} } = {}): Browser {
  const jar = new Map<string, { path: string; name: string; value: string; host: string }>()
  const keep = (line: string, { host }: URL) => {
    const [pair, ...rest] = line.split(';').map((part) => part.trim())
    const at = pair!.indexOf('=')
    const [name, value] = [pair!.slice(0, at), pair!.slice(at + 1)]
    const path = rest.find((part) => part.startsWith('Path='))?.slice(5) ?? '/'
    const key = `${host} ${path} ${name}`
    if (rest.includes('Max-Age=0')) jar.delete(key)
    else jar.set(key, { path, name, value, host })
  }
  const get: Browser['get'] = async (address) => {
    const url = new URL(address)
    const sent = [...jar.values()]
      .filter(({ path, host }) => host === url.host && url.pathname.startsWith(path))
      .sort((one, other) => other.path.length - one.path.length)
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await readUrl(server, address, { ...BROWSER, ...headers, ...(cookie && { cookie }) })
    const lines = [answer.headers['set-cookie'] ?? []].flat().map(String)
    if (keepsCookies) for (const line of lines) keep(line, url)
    return answer
  }
  return {
    get,
    keep: (name, value, url) => keep(`${name}=${value}; Path=/`, new URL(url)),
    async open(address, isOurs = ({ host }) => host === new URL(address).host) {
      const hops: string[] = []
      for (let url = new URL(address); hops.length < MAX_HOPS; ) {
        const answer = await get(url.href)
        const { location } = answer.headers
        const next = answer.status >= 300 && answer.status < 400 ? new URL(String(location), url) : undefined
        if (!next || !isOurs(next)) return { ...answer, url: (next ?? url).href, hops }
        hops.push(next.href)
        url = next
      }
      throw new Error(`${address} redirects for ever: ${hops.slice(-3).join(' ')}`)
    },
  }
}
