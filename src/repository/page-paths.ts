// Completes the pages of a repository once all are read: paths, slugs, ids and link targets.
import type { ContentRef } from '../engine/content-ref.ts'
import { normalizeSlug, slugify, uniqueSlug } from '../engine/slug.ts'
import { hasSlug } from '../engine/tree/records.ts'
import { type Addresses, linkReader, pagePath } from './addresses.ts'
import type { RepositoryConfig } from './config.ts'
import type { RepositoryPage } from './model.ts'
import type { OutlinePage } from './outline.ts'
import { folderOf, nameOf } from './paths.ts'
import { filelessPageKey, type Repository } from './source.ts'

/** A page has the path of its file, wherever it is in the table of contents; a group has the path of its location. */
export function completePages(
  outline: readonly OutlinePage[],
  { root, summary }: RepositoryConfig,
  addresses: Addresses,
  { known, newId }: Pick<Repository, 'known' | 'newId'>,
): RepositoryPage[] {
  const { resolveLink } = linkReader(addresses, summary)
  const plain = new Map([...known.plain].map(([key, ids]) => [key, [...ids]]))
  // Pages with the same key are matched in order.
  const idFor = (key: string) => plain.get(key)?.shift() ?? newId()
  const paths = new Set<string>()
  const finishAll = (siblings: readonly OutlinePage[], parent: { id: string; path: string }): RepositoryPage[] => {
    const taken = new Set<string>()
    return siblings.map(({ href, label, pages: below, ...page }) => {
      const path = page.origin && freePath(fileGives(page, page.origin.path, root), paths)
      const slug = hasSlug(page.type) ? uniqueSlug(slugOf(page, path), (each) => taken.has(each)) : undefined
      if (slug !== undefined) taken.add(slug)
      const id = page.id || idFor(filelessPageKey(page.type, parent.id, slug ?? page.title))
      const placed = [parent.path, slug].filter(Boolean).join('/')
      return {
        ...page,
        id,
        ...labelled(page, label),
        ...(slug !== undefined && { slug }),
        ...(path !== undefined && path !== placed && { ownPath: path }),
        ...(href !== undefined && { target: resolveLink(href) as ContentRef }),
        pages: finishAll(below, { id, path: path ?? placed }),
      }
    })
  }
  return finishAll(outline, { id: '', path: '' })
}

type Named = Pick<OutlinePage, 'title' | 'linkTitle' | 'slug'>

function fileGives({ slug }: Named, file: string, root: string): string {
  const path = pagePath(file, root)
  return slug === undefined ? path : [folderOf(path), slug].filter(Boolean).join('/')
}

function freePath(path: string, taken: Set<string>): string {
  const folder = folderOf(path)
  const inFolder = (slug: string) => [folder, slug].filter(Boolean).join('/')
  const free = inFolder(uniqueSlug(nameOf(path), (slug) => taken.has(inFolder(slug))))
  taken.add(free)
  return free
}

function slugOf({ slug, title }: Named, path: string | undefined): string {
  if (path !== undefined) return nameOf(path)
  return slug === undefined ? slugify(title) : normalizeSlug(slug)
}

const collapse = (text: string) => text.trim().replace(/\s+/g, ' ')

// A label equal to the title is dropped.
function labelled({ title, linkTitle }: Named, label: string | undefined): { linkTitle?: string } {
  if (linkTitle !== undefined) return { linkTitle: collapse(linkTitle) }
  return label === undefined || collapse(label) === collapse(title) ? {} : { linkTitle: collapse(label) }
}
