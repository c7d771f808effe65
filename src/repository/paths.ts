// Paths inside a repository: segments joined by `/`, without `.` or `..` or slashes at either end; '' is the root.

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Resolves `relative` in a folder; with a leading `/`, relative to `top`. Undefined if it leaves the repository. */
export function joinPath(folder: string, relative: string, top = ''): string | undefined {
  const segments = (relative.startsWith('/') ? top : folder).split('/').filter(Boolean)
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}

/** The relative path from `folder` to a file: `../guides/start.md`. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean)
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

const OPEN = /[^\p{L}\p{N}\p{M}/._~@+,;=&$-]/gu

/** A path as written in a link: unescaped, unless the link would be read differently. */
export const linkPath = (path: string): string =>
  decodePath(path) !== path || path !== path.trim() || NOT_IN_LINKS.test(path) ? encodePath(path) : path

const NOT_IN_LINKS = /[#?:\\\p{Cc}]/u

/** A path as written in a URL: reserved characters are percent-encoded, letters of every script stay. */
export const encodePath = (path: string): string =>
  path.replace(OPEN, encodeURIComponent).replace(/[!'()*]/g, escapeMark)

const escapeMark = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const README = /^readme\.md$/i

export const isReadme = (path: string): boolean => README.test(nameOf(path))

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path)
