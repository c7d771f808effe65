// Paths inside a repository: segments with `/` between them, no `.` or `..`, no slash at either end; '' is its top.

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The path that `relative` means in a folder; one that begins with `/` starts at `top`. Undefined: it leaves the top. */
export function joinPath(folder: string, relative: string, top = ''): string | undefined {
  const segments = (relative.startsWith('/') ? top : folder).split('/').filter(Boolean)
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}

/** How a file in `folder` names another: `../guides/start.md`. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean)
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

const OPEN = /[^\p{L}\p{N}\p{M}/._~@+,;=&$-]/gu

/** A path as it stands in a link: what a link could not hold is percent-encoded, letters of every script stay. */
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
