// BookStack: a portable ZIP of a book, a chapter or a page. `data.json` has the texts, `files/` what they show.

import { slugify } from '../../engine/slug.ts'
import { findJson } from '../../lib/json.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { ImportFailure } from '../model.ts'
import { readHtml } from './html-page.ts'
import { type ForeignSource, group, isRecord, item, type SourcePage, textAt } from './model.ts'
import { readPageText, textIn } from './pages.ts'

type Fields = Record<string, unknown>

const listIn = (fields: Fields, name: string): Fields[] =>
  Array.isArray(fields[name]) ? fields[name].filter(isRecord) : []

export const bookstack: ForeignSource = {
  matches: (names) =>
    names.includes('data.json') && names.every((name) => name === 'data.json' || name.startsWith('files/')),
  async read(files) {
    const data = findJson(await textAt(files, 'data.json'))
    const root = isRecord(data) ? [data.book, data.chapter, data.page].find(isRecord) : undefined
    if (!isRecord(data) || !root) throw new ImportFailure('The file data.json has no book, chapter or page.')
    const notes: ImportWarning[] = []
    const pages: SourcePage[] = []
    const images = new Map<string, string>()
    const taken = new Set<string>()
    const addPage = (page: Fields, folder: string): SummaryEntry => {
      for (const kind of ['images', 'attachments'])
        for (const each of listIn(page, kind)) {
          const file = textIn(each, 'file')
          if (file !== undefined)
            images.set(`${kind === 'images' ? 'image' : 'attachment'}:${String(each.id)}`, `files/${file}`)
        }
      const made = readPage(page, folder, taken, notes)
      pages.push(made)
      return item(made.title, made.path)
    }
    const inOrder = (fields: Fields, folder: string): SummaryEntry[] => {
      const parts = [
        ...listIn(fields, 'pages').map((page) => ({ page, chapter: undefined })),
        ...listIn(fields, 'chapters').map((chapter) => ({ page: undefined, chapter })),
      ]
      const priority = ({ page, chapter }: (typeof parts)[number]) => Number((page ?? chapter)!.priority ?? 0)
      return parts
        .sort((one, other) => priority(one) - priority(other))
        .map(({ page, chapter }) => {
          if (page) return addPage(page, folder)
          const title = textIn(chapter, 'name') ?? 'Chapter'
          return group(title, inOrder(chapter, slugify(title)))
        })
    }
    const contents = root === data.page ? [addPage(root, '')] : inOrder(root, '')
    if (listIn(root, 'tags').length > 0) notes.push({ path: 'data.json', message: 'Tags are not imported.' })
    const fileAt = (address: string) =>
      images.get(/^\[\[bsexport:((?:image|attachment):\d+)\]\]$/.exec(address)?.[1] ?? '')
    return { pages, contents, notes, fileAt }
  },
}

function readPage(page: Fields, folder: string, taken: Set<string>, notes: ImportWarning[]): SourcePage {
  const title = textIn(page, 'name') ?? 'Page'
  const slug = slugify(title) || 'page'
  let path = [folder, slug].filter(Boolean).join('/')
  for (let number = 1; taken.has(path); number++) path = [folder, `${slug}-${number}`].filter(Boolean).join('/')
  taken.add(path)
  const links = listIn(page, 'attachments').flatMap((each) => {
    const to = textIn(each, 'link') ?? (textIn(each, 'file') && `[[bsexport:attachment:${String(each.id)}]]`)
    return to ? [`* [${textIn(each, 'name') ?? to}](${to})`] : []
  })
  const text = textIn(page, 'markdown')
  const body = text === undefined ? readHtml(textIn(page, 'html') ?? '', path).markdown : readPageText(`\n${text}`).body
  if (listIn(page, 'tags').length > 0) notes.push({ path: title, message: 'Tags are not imported.' })
  return {
    name: path,
    path: `${path}.md`,
    urls: [`[[bsexport:page:${String(page.id)}]]`],
    title,
    body: links.length > 0 ? `${body}\n\n## Attachments\n\n${links.join('\n')}` : body,
  }
}
