// The card of a URL: a title from its path, and its host. Nothing is fetched.

export interface UrlCard {
  title: string
  site: string
}

export const cardOf = (url: URL): UrlCard => ({ title: titleOf(url), site: url.hostname })

/** Derives a title from the last segment of the path. */
function titleOf({ hostname, pathname }: URL): string {
  const last = pathname.split('/').filter(Boolean).at(-1)
  return last === undefined
    ? hostname
    : decoded(last)
        .replace(/\.\w{2,5}$/, '')
        .replaceAll(/[-_+]+/g, ' ')
        .trim() || hostname
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
