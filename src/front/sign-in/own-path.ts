// Where somebody may be sent after signing in: a path of ours, and never another site.

const MAX_LENGTH = 2048

/** The path, when a browser would read it as one on the same server; undefined otherwise. */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return undefined
  const { origin, pathname, search, hash } = new URL(text, 'http://own.invalid')
  return origin === 'http://own.invalid' && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
