// Parses the address of a repository, and separates its credentials.
import { fileURLToPath } from 'node:url'

export interface GitAddress {
  kind: 'web' | 'folder'
  /** Without credentials: for requests, display and comparison. */
  url: string
  /** The folder of a local repository. */
  folder?: string
  headers: Record<string, string>
}

/** Returns undefined for an unsupported address. */
export function parseAddress(text: string): GitAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return undefined
  if (url.protocol === 'file:') return url.host === '' ? folderAddress(url) : undefined
  if (!/^https?:$/.test(url.protocol)) return undefined
  const [user, password] = [decode(url.username), decode(url.password)]
  url.username = ''
  url.password = ''
  const basic = Buffer.from(`${user}:${password}`).toString('base64')
  return {
    kind: 'web',
    url: url.href.replace(/\/$/, ''),
    headers: user || password ? { Authorization: `Basic ${basic}` } : {},
  }
}

function folderAddress(url: URL): GitAddress | undefined {
  try {
    return { kind: 'folder', url: url.href.replace(/\/$/, ''), folder: fileURLToPath(url), headers: {} }
  } catch {
    return undefined
  }
}

/** The display name, `owner/name`. */
export function repositoryName({ url }: GitAddress): string {
  const segments = new URL(url).pathname.split('/').filter(Boolean).map(decode)
  return segments
    .slice(-2)
    .join('/')
    .replace(/\.git$/, '')
}

export function providerOf({ url }: GitAddress): 'github' | 'gitlab' | undefined {
  const { hostname } = new URL(url)
  if (hostname === 'github.com') return 'github'
  return hostname === 'gitlab.com' || hostname.startsWith('gitlab.') ? 'gitlab' : undefined
}

/** Where people see the files of a branch, for providers whose addresses are known. */
export function filesUrlOf(address: GitAddress, ref: string): string | undefined {
  const provider = providerOf(address)
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1]
  if (!provider || branch === undefined) return undefined
  const way = provider === 'github' ? 'blob' : '-/blob'
  return `${address.url.replace(/\.git$/, '')}/${way}/${branch.split('/').map(encodeURIComponent).join('/')}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
