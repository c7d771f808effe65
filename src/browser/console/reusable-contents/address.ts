import type { Content } from '../space/content.ts'
import { addressOf } from '../space/content.ts'

/** The reusable contents of main or of a draft, or one of them. */
export const reusablesAt = (content: Content, id?: string): string =>
  `${addressOf(content)}/reusable-contents${id ? `/${id}` : ''}`
