// Public clients write addresses in a form of their own, with `~`: each leads to the screen that it means.

const COMPARED = /\/~\/diff\/~\/(?=revisions\/|changes\/)([^/]+)\/([^/]+)/
const DRAFT_COMPARED = /(\/change-requests\/[^/]+)\/~\/diff(?=\/|$)/

/** Returns the path of the console that an address means: itself, unless it has a `~`. */
export const plainAddress = (path: string): string =>
  path
    .replace(COMPARED, (_, kind: string, id: string) => `/${kindOf(kind)}/${id}/changes`)
    .replace(DRAFT_COMPARED, '$1/changes')
    .replace(/\/~\/changes\/(?=[^/])/, '/change-requests/')
    .replaceAll(/\/~(?=\/|$)/g, '')

const kindOf = (kind: string): string => (kind === 'changes' ? 'change-requests' : kind)
