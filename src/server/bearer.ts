// The token a request brings.

export const bearerOf = ({ headers }: { headers: { authorization?: string | undefined } }): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
