// Where readers search: in the space they read, or in all of the site.
import type { Structure } from '../../domain/site-structure/index.ts'

/** Longer queries are cut. */
export const MAX_QUERY = 200

export type Scope = 'here' | 'everywhere'

/** True if readers choose where to search. */
export const hasScopes = ({ structure }: { structure: Structure }): boolean => structure.siteSpaces.length > 1

/** Sections are parts of one site; without them, spaces are versions or languages of the same pages. */
export const defaultScope = ({ structure }: { structure: Structure }): Scope =>
  structure.sections.length > 1 ? 'everywhere' : 'here'
