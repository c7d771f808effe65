// Derives a navigation from folders: a folder is the page of the same name beside it, its index page, or a group.
import { titleOf } from './markdown-page.ts'
import type { NavItem } from './model.ts'

const INDEX = /^(readme|index|_index|home)\.\w+$/i

interface Folder {
  pages: string[]
  folders: Map<string, Folder>
}

/** `paths` are page paths; `toUrl` returns their URL. */
export function readFolders(paths: readonly string[], toUrl: (path: string) => URL): NavItem[] {
  const root: Folder = { pages: [], folders: new Map() }
  for (const path of paths) {
    let folder = root
    for (const name of path.split('/').slice(0, -1)) {
      const next: Folder = folder.folders.get(name) ?? { pages: [], folders: new Map() }
      folder.folders.set(name, next)
      folder = next
    }
    folder.pages.push(path)
  }
  return itemsOf(withoutWrapping(root), toUrl)
}

// Archives often have a single top folder.
function withoutWrapping(folder: Folder): Folder {
  const [only, ...more] = folder.folders.values()
  return folder.pages.length === 0 && only && more.length === 0 ? withoutWrapping(only) : folder
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function itemsOf({ pages, folders }: Folder, toUrl: (path: string) => URL): NavItem[] {
  const index = pages.find((path) => INDEX.test(nameOf(path)))
  const first: NavItem[] = index === undefined ? [] : [{ title: '', url: toUrl(index), items: [] }]
  const items = pages.filter((path) => path !== index).map((path) => ({ name: nameOf(path), ...pageItem(path, toUrl) }))
  for (const [name, folder] of folders) {
    const beside = items.find((item) => titleOf(item.name) === titleOf(name))
    if (beside) beside.items = itemsOf(folder, toUrl)
    else items.push({ name, ...folderItem(name, folder, toUrl) })
  }
  return [...first, ...items.sort((a, b) => byName.compare(a.name, b.name)).map(({ name: _name, ...item }) => item)]
}

const pageItem = (path: string, toUrl: (path: string) => URL): NavItem => ({ title: '', url: toUrl(path), items: [] })

function folderItem(name: string, folder: Folder, toUrl: (path: string) => URL): NavItem {
  const items = itemsOf(folder, toUrl)
  const index = folder.pages.find((path) => INDEX.test(nameOf(path)))
  return index === undefined ? { title: titleOf(name), items } : { title: '', url: toUrl(index), items: items.slice(1) }
}
