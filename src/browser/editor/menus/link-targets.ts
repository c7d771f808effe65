// What links lead to: pages of the space, headings in them (`page#heading`), and files.
import type { ContentRef } from '../../../engine/content-ref.ts'
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import type { Item, Library } from '../library.ts'
import { remembered } from './remembered.ts'

/** A page that a link can lead to. */
export interface PageTarget {
  id: string
  title: string
  path: string
}

export interface LinkTarget {
  id: string
  title: string
  lead: string
  icon: IconName
  ref: ContentRef
  /** Where its headings are found: a page alone has some. */
  headings?: string
}

const MAX_SHOWN = 8

export const findPages = (pages: readonly PageTarget[], typed: string): PageTarget[] => {
  const wanted = typed.trim().toLowerCase()
  const matching = pages.filter(({ title, path }) => `${title} ${path}`.toLowerCase().includes(wanted))
  const rank = ({ title }: PageTarget) =>
    title.toLowerCase() === wanted ? 0 : title.toLowerCase().startsWith(wanted) ? 1 : 2
  return matching.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_SHOWN)
}

const has = ({ title }: Item, typed: string): boolean => title.toLowerCase().includes(typed.trim().toLowerCase())

export type FindTargets = (typed: string, again: () => void) => LinkTarget[]

export function linkTargets(pages: () => readonly PageTarget[], library: Library): FindTargets {
  const headings = remembered((page) => library.headings(page))
  const files = remembered(() => library.files())
  const ofPage = ({ id, title, path }: PageTarget): LinkTarget => ({
    id,
    title: title || words.untitled,
    lead: `/${path}`,
    icon: 'page',
    ref: { kind: 'page', page: id },
    headings: `${title}#`,
  })
  const within = (page: PageTarget, typed: string, again: () => void): LinkTarget[] =>
    headings(page.id, again)
      .filter((heading) => has(heading, typed))
      .map(({ id, title }) => ({
        id: `${page.id}#${id}`,
        title,
        lead: page.title,
        icon: 'heading',
        ref: { kind: 'anchor', page: page.id, anchor: id },
      }))
  return (typed, again) => {
    const [name, heading] = typed.split(/#(.*)/s) as [string, string?]
    const found = findPages(pages(), name)
    if (heading !== undefined) return found[0] ? within(found[0], heading, again) : []
    const matching = typed.trim() === '' ? [] : files('', again).filter((file) => has(file, typed))
    return [
      ...found.map(ofPage),
      ...matching.slice(0, MAX_SHOWN).map(
        ({ id, title }): LinkTarget => ({
          id,
          title,
          lead: editorWords.blocks.file.label,
          icon: 'import',
          ref: { kind: 'file', file: id },
        }),
      ),
    ]
  }
}
