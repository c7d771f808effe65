// A table of contents from folders: a folder is the page of the same name beside it, its README, or a group.
import type { SummaryEntry } from '../../repository/model.ts'
import { folderOf, group, item, nameOf, type SourcePage, titleFrom } from './model.ts'

type Ordered = Pick<SourcePage, 'path' | 'title'>

/** `before` orders pages of one folder; by default by their names. */
export function contentsFromFolders<P extends Ordered>(
  pages: readonly P[],
  before: (one: P, other: P) => number = byName,
  titleOfFolder: (folder: string) => string = (folder) => titleFrom(nameOf(folder)),
): SummaryEntry[] {
  const isReadme = ({ path }: P) => nameOf(path) === 'README.md'
  const level = (folder: string): SummaryEntry[] => {
    const inside = folder === '' ? '' : `${folder}/`
    const here = pages.filter((page) => folderOf(page.path) === folder && (folder === '' || !isReadme(page)))
    const below = new Set(
      pages.flatMap(({ path }) => {
        const rest = path.startsWith(inside) ? path.slice(inside.length) : ''
        return rest.includes('/') ? [inside + rest.split('/')[0]] : []
      }),
    )
    const first = here.filter(isReadme)
    const entries = here
      .filter((page) => !isReadme(page))
      .sort(before)
      .map((page) => {
        const own = page.path.replace(/\.md$/, '')
        return item(page.title, page.path, below.delete(own) ? level(own) : [])
      })
    const folders = [...below].sort().map((each) => {
      const readme = pages.find(({ path }) => path === `${each}/README.md`)
      return readme ? item(readme.title, readme.path, level(each)) : group(titleOfFolder(each), level(each))
    })
    return [...first.map((page) => item(page.title, page.path)), ...entries, ...folders]
  }
  return level('')
}

const byName = (one: Ordered, other: Ordered): number => one.path.localeCompare(other.path, 'en', { numeric: true })
