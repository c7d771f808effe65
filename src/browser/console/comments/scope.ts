import type { Content } from '../space/content.ts'

/** Names a list of comments: of a page, or all of them. */
export const scopeOf = ({ space, changeRequest }: Content, page: string | undefined): string =>
  `${changeRequest ?? space} ${page ?? ''}`
