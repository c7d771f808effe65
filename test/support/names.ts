import { createHash } from 'node:crypto'

/** A part of a hostname for each id. Case makes no difference there, and ids may differ in nothing else. */
export const labelOf = (id: string): string => createHash('md5').update(id).digest('hex')
