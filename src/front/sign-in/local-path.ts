// Validates the redirect target after sign-in: a path on this server, never another site.

const MAX_LENGTH = 2048

/** Returns the path if a browser would resolve it to this server; undefined otherwise. */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return undefined
  const { origin, pathname, search, hash } = new URL(text, 'http://own.invalid')
  return origin === 'http://own.invalid' && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
