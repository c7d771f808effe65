// ETags that clients send back.

/** True if the client says that it has what this ETag names. */
export function clientHas({ headers }: { headers: { 'if-none-match'?: string | undefined } }, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  const name = withoutWeakness(etag)
  return known.split(',').some((each) => withoutWeakness(each.trim()) === name)
}

const withoutWeakness = (etag: string): string => etag.replace(/^W\//, '')
