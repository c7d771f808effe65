// Confluence: the export of a space as XML. `entities.xml` has pages with their text, and what their attachments are called.
import { slugify } from '../../engine/slug.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { ImportFailure } from '../model.ts'
import { readHtml } from './html-page.ts'
import { type ForeignSite, item, type SiteFiles, type SourcePage, toText } from './model.ts'
import { fromStorageFormat } from './storage-format.ts'

export const ENTITIES = 'entities.xml'
const MAX_BYTES = 400 * 1024 * 1024
const MAX_DEPTH = 50

interface Entity {
  kind: string
  id: string
  text(name: string): string
  /** The id of another entity. */
  ref(name: string): string
}

export async function readXmlExport(files: SiteFiles): Promise<ForeignSite> {
  const bytes = await files.read(ENTITIES)
  if (bytes.length > MAX_BYTES) throw new ImportFailure('The file entities.xml is too large: export the space as HTML.')
  const entities = [...entitiesIn(toText(bytes))]
  const isCurrent = (entity: Entity) =>
    ['', 'current'].includes(entity.text('contentStatus')) && entity.ref('originalVersion') === ''
  const found = entities.filter((entity) => entity.kind === 'Page' && isCurrent(entity))
  const bodies = new Map(
    entities.flatMap((each) => (each.kind === 'BodyContent' ? [[each.ref('content'), each.text('body')]] : [])),
  )
  const attachments = new Map<string, string>()
  for (const each of entities.filter((entity) => entity.kind === 'Attachment' && isCurrent(entity))) {
    const page = each.ref('containerContent') || each.ref('content')
    const name = each.text('title') || each.text('fileName')
    attachments.set(
      `attachment:${page}/${name}`,
      `attachments/${page}/${each.id}/${each.text('version') || each.text('attachmentVersion') || 1}`,
    )
  }
  const notes: ImportWarning[] = [
    { path: ENTITIES, message: 'Comments, people, permissions and earlier versions are not imported.' },
  ]
  const pages = new Map(found.map((page) => [page.id, readPage(page, bodies.get(page.id) ?? '', notes)]))
  return {
    pages: uniquePaths([...pages.values()]),
    contents: toContents(found, pages),
    notes,
    fileAt: (address) => attachments.get(address),
    nameOfFile: (file) => nameOfAttachment(file, attachments),
  }
}

const nameOfAttachment = (file: string, attachments: ReadonlyMap<string, string>): string | undefined =>
  [...attachments].find(([, path]) => path === file)?.[0].replace(/^[^/]*\//, '')

/** Objects of the export. What stands in CDATA is text, whatever it looks like. */
function* entitiesIn(xml: string): Generator<Entity> {
  for (let at = xml.indexOf('<object '); at >= 0; ) {
    const end = endOf(xml, at)
    yield toEntity(xml.slice(at, end))
    at = xml.indexOf('<object ', end)
  }
}

function endOf(xml: string, start: number): number {
  let at = start
  for (;;) {
    const close = xml.indexOf('</object>', at)
    if (close < 0) return xml.length
    const data = xml.slice(at, close).indexOf('<![CDATA[')
    if (data < 0) return close
    const after = xml.indexOf(']]>', at + data)
    if (after < 0) return xml.length
    at = after
  }
}

function toEntity(source: string): Entity {
  const texts: string[] = []
  const plain = source.replaceAll(
    /<!\[CDATA\[([\s\S]*?)\]\]>/g,
    (_whole, text) => `\u0001${texts.push(text) - 1}\u0001`,
  )
  const values = new Map<string, string>()
  for (const [, name, value = ''] of plain.matchAll(/<property name="(\w+)"[^>]*?(?:\/>|>([\s\S]*?)<\/property>)/g))
    values.set(name!, value)
  const restored = (text: string) =>
    unescaped(text.replaceAll(/\u0001(\d+)\u0001/g, (_whole, at) => texts[Number(at)]!))
  return {
    kind: /<object class="(\w+)"/.exec(plain)?.[1] ?? '',
    id: /<id name="id">(\d+)<\/id>/.exec(plain)?.[1] ?? '',
    text: (name) => restored((values.get(name) ?? '').trim()),
    ref: (name) => /<id name="id">(\d+)<\/id>/.exec(values.get(name) ?? '')?.[1] ?? '',
  }
}

/** The end of CDATA inside CDATA is written with a space. */
const unescaped = (text: string): string => text.replaceAll(']] >', ']]>')

function readPage(page: Entity, body: string, notes: ImportWarning[]): SourcePage {
  const title = page.text('title') || 'Page'
  const left = new Set<string>()
  const { html, prepare } = fromStorageFormat(body, page.id, left)
  const path = slugify(title) || 'page'
  const { markdown } = readHtml(html, path, prepare)
  for (const macro of left)
    notes.push({ path: title, message: `The macro ${macro} is not supported; only its text is kept.` })
  return { name: path, path, urls: [`page:${title}`], title, body: markdown }
}

function uniquePaths(pages: SourcePage[]): SourcePage[] {
  const taken = new Set<string>()
  for (const page of pages) {
    let path = page.path
    for (let number = 1; taken.has(path); number++) path = `${page.path}-${number}`
    taken.add(path)
    page.name = path
    page.path = `${path}.md`
  }
  return pages
}

function toContents(found: readonly Entity[], pages: ReadonlyMap<string, SourcePage>): SummaryEntry[] {
  const position = (entity: Entity) =>
    entity.text('position') === '' ? Number.MAX_SAFE_INTEGER : Number(entity.text('position'))
  const sorted = [...found].sort((one, other) => position(one) - position(other))
  const isTop = (entity: Entity) => !pages.has(entity.ref('parent'))
  const level = (own: readonly Entity[], depth: number): SummaryEntry[] =>
    own.map((entity) => {
      const { title, path } = pages.get(entity.id)!
      const below = depth < MAX_DEPTH ? sorted.filter((each) => each.ref('parent') === entity.id) : []
      return item(title, path, level(below, depth + 1))
    })
  return level(sorted.filter(isTop), 0)
}
