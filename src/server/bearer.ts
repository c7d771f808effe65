// Reads the bearer token of a request.

export function bearerOf({ headers }: { headers: { authorization?: string | undefined } }): string | undefined {
  const { authorization } = headers
  if (authorization === undefined || !/^Bearer +\S+$/i.test(authorization)) return undefined
  return authorization.slice(authorization.lastIndexOf(' ') + 1)
}
