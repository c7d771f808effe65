// The names of the pieces that a specification is split into.

/** What holds for all operations: servers, security. */
export const ROOT = 'root'

export const operationName = (method: string, path: string, isWebhook: boolean): string =>
  `${isWebhook ? 'webhook' : 'operation'} ${method} ${path}`

export const schemaName = (name: string): string => `schema ${name}`
