// A page or a reusable content, as what was typed changes it.
import type { Document } from '../../../engine/document.ts'
import { addressOf, type Content, reusablesAt } from './content.ts'
import type { PageFields, Subject } from './snapshot.ts'
import type { Changes } from './writing.ts'

/** Where it is written. */
export const addressOfSubject = (content: Content, { kind, id }: Subject): string =>
  kind === 'page' ? addressOf(content, id) : reusablesAt(content, id)

interface Before {
  /** The fields as the server has them. */
  known: PageFields
  /** Whether the address still follows the title, because the page is new. */
  followsTitle: boolean
}

/** Reusable contents have no description, and no address that follows their title. */
export function changeOf({ kind, id }: Subject, fields: PageFields, before: Before): Changes[number] {
  const { description, slug, ...rest } = wireOf(fields, before)
  if (kind !== 'page') return { operation: 'update_reusable_content', reusableContent: id, ...rest }
  return {
    operation: 'update_page',
    page: id,
    ...rest,
    ...(description !== undefined && { description }),
    ...(slug && { slug }),
  }
}

const MAX_SLUG = 100

/** Only what was changed here: others may have changed the rest. */
const wireOf = (
  { title, description, document }: PageFields,
  { known, followsTitle }: Before,
): { title?: string; slug?: string; description?: string; document?: { document: Document } } => ({
  ...(title !== known.title && { title, ...(followsTitle && title && { slug: title.slice(0, MAX_SLUG) }) }),
  ...(description !== known.description && { description }),
  ...(document && { document: { document } }),
})
