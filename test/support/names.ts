import { createHash } from 'node:crypto'

/** Converts an id to a hostname label. Hostnames ignore case, but ids may differ only in case. */
export const labelOf = (id: string): string => createHash('md5').update(id).digest('hex')
