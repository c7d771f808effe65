// Sites whose pages can be embedded as frames. The frame is derived from the URL; nothing is fetched.

interface Provider {
  site: string
  /** The URL for the frame; undefined if this page cannot be embedded. */
  frame(url: URL): string | undefined
}

const youtube = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : (searchParams.get('v') ?? /^\/(?:shorts|embed|live)\/([^/]+)/.exec(pathname)?.[1])
  return id && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined
}

const after = (pattern: RegExp, address: (part: string) => string) => (url: URL) => {
  const part = pattern.exec(url.pathname)?.[1]
  return part === undefined ? undefined : address(part)
}

const PROVIDERS: Record<string, Provider> = {
  'youtube.com': { site: 'YouTube', frame: youtube },
  'youtu.be': { site: 'YouTube', frame: youtube },
  'vimeo.com': { site: 'Vimeo', frame: after(/^\/(\d+)/, (id) => `https://player.vimeo.com/video/${id}`) },
  'loom.com': { site: 'Loom', frame: after(/^\/share\/([0-9a-f]+)/, (id) => `https://www.loom.com/embed/${id}`) },
  'codepen.io': {
    site: 'CodePen',
    frame: after(/^\/([\w-]+\/pen\/[\w-]+)/, (pen) => `https://codepen.io/${pen.replace('/pen/', '/embed/')}`),
  },
  'figma.com': {
    site: 'Figma',
    frame: (url) =>
      /^\/(file|design|proto|board)\//.test(url.pathname)
        ? `https://www.figma.com/embed?embed_host=lectern&url=${encodeURIComponent(url.href)}`
        : undefined,
  },
  'open.spotify.com': {
    site: 'Spotify',
    frame: after(/^\/((?:track|album|playlist|episode|show)\/\w+)/, (id) => `https://open.spotify.com/embed/${id}`),
  },
}

export interface Framed {
  site: string
  /** The address of the frame. */
  source: string
}

export function frameOf(url: URL): Framed | undefined {
  const provider = PROVIDERS[url.hostname.replace(/^(www|m)\./, '')]
  const source = provider?.frame(url)
  return provider && source !== undefined ? { site: provider.site, source } : undefined
}
