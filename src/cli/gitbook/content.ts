// The content of a space or a change request: files, reusable contents, pages, and then the documents, whose references
// lead to what was written before.
import type { Fields } from './client.ts'
import type { Move } from './contract.ts'
import { type ContentState, hashOf, type Moved, pick } from './state.ts'

export interface ContentPlace {
  /** Paths of the API below `/v1`: `/spaces/x` or `/spaces/x/change-requests/y`. */
  source: string
  target: string
  /** The space of the source. */
  space: string
  state: ContentState
}

const PAGE_FIELDS = [
  'linkTitle',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'variables',
]

/** Files, and pages without their documents. */
export async function moveTree(move: Move, place: ContentPlace): Promise<Fields> {
  const { source } = place
  const revision = await move.from.get(`${source}/content`)
  await moveFiles(move, place, list(revision.files))
  for (const each of list(revision.reusableContents)) await addReusable(move, place, each)
  const kept = new Set<string>()
  await movePages(move, place, list(revision.pages), null, kept)
  for (const [id, { id: own }] of Object.entries(place.state.pages)) {
    if (kept.has(id)) continue
    await write(move, place, { operation: 'delete_page', page: own }).catch((error: Error) =>
      move.note(place.source, error.message),
    )
    delete place.state.pages[id]
    await move.save()
  }
  return revision
}

/** The documents of pages and reusable contents, and variables. */
export async function moveDocuments(move: Move, place: ContentPlace, revision: Fields): Promise<void> {
  const { state, source, space } = place
  const variables = revision.variables as Fields | undefined
  if (variables && Object.keys(variables).length > 0 && state.variables !== hashOf(variables)) {
    await write(move, place, { operation: 'set_variables', variables })
    state.variables = hashOf(variables)
  }
  for (const { id, document, title } of list(revision.reusableContents)) {
    const moved = state.reusables[String(id)]
    if (!moved || document === undefined) continue
    const content = await move.from.get(`/spaces/${space}/documents/${document}?schema=next`)
    await writeDocument(move, place, {
      moved,
      content,
      change: { operation: 'update_reusable_content', reusableContent: moved.id },
      title,
    })
  }
  for (const page of withBelow(list(revision.pages))) {
    const moved = state.pages[String(page.id)]
    const updatedAt = String(page.updatedAt ?? '')
    if (!moved || kindOf(page) !== 'document' || (updatedAt !== '' && moved.updatedAt === updatedAt)) continue
    const { document } = await move.from.get(`${source}/content/page/${page.id}?format=document&schema=next`)
    const change = { operation: 'update_page', page: moved.id }
    const writing = { moved, content: document as Fields, change, title: page.title }
    if (document === undefined || (await writeDocument(move, place, writing))) moved.updatedAt = updatedAt
    await move.save()
  }
}

interface Writing {
  moved: Moved
  content: Fields
  change: Fields
  title: unknown
}

/** False if it was refused. */
async function writeDocument(
  move: Move,
  place: ContentPlace,
  { moved, content, change, title }: Writing,
): Promise<boolean> {
  const document = withRefs(content, move, place) as Fields
  const hash = hashOf(document)
  if (moved.document === hash) return true
  try {
    await write(move, place, { ...change, document: { document } })
    moved.document = hash
    move.count('documents')
    return true
  } catch (error) {
    move.note(String(title), (error as Error).message)
    return false
  }
}

async function moveFiles(move: Move, place: ContentPlace, files: readonly Fields[]): Promise<void> {
  for (const { id, name, downloadURL } of files) {
    if (place.state.files[String(id)]) continue
    try {
      const bytes = await move.from.download(String(downloadURL))
      const file = { base64: bytes.toString('base64'), name: String(name) }
      const { changes } = await insert(move, place, { operation: 'insert_files', files: [file] }, id)
      place.state.files[String(id)] = { id: firstId(changes) }
      move.count('files')
      await move.save()
    } catch (error) {
      move.note(String(name), (error as Error).message)
    }
  }
}

async function addReusable(move: Move, place: ContentPlace, { id, title }: Fields): Promise<void> {
  if (place.state.reusables[String(id)]) return
  const { changes } = await insert(
    move,
    place,
    { operation: 'insert_reusable_content', title: String(title || 'Untitled') },
    id,
  )
  place.state.reusables[String(id)] = { id: firstId(changes) }
  await move.save()
}

const firstId = (changes: unknown): string => String((list(changes)[0]!.ids as string[])[0])

export const kindOf = ({ type, kind }: Fields): string => String(type ?? (kind === 'sheet' ? 'document' : kind))

async function movePages(
  move: Move,
  place: ContentPlace,
  pages: readonly Fields[],
  into: string | null,
  kept: Set<string>,
): Promise<void> {
  for (const [at, page] of pages.entries()) {
    const id = String(page.id)
    const type = kindOf(page)
    kept.add(id)
    const extra =
      type === 'link'
        ? { target: withRefs(page.target ?? { kind: 'url', url: page.href }, move, place) }
        : type === 'computed'
          ? { computed: page.computed }
          : {}
    const cover = page.cover ? { cover: withRefs(page.cover, move, place) } : {}
    const fields = { title: String(page.title || 'Untitled'), ...pick(page, PAGE_FIELDS), ...cover, ...extra }
    const hash = hashOf([fields, into, at])
    const known = place.state.pages[id]
    if (!known) {
      const { changes } = await insert(move, place, { operation: 'insert_page', type, ...fields, into, at }, id)
      place.state.pages[id] = { id: String((list(changes)[0]!.page as Fields).id), hash }
      move.count('pages')
    } else if (known.hash !== hash) {
      await write(move, place, { operation: 'update_page', page: known.id, ...fields, into, at })
      known.hash = hash
      move.count('pages')
    }
    await move.save()
    await movePages(move, place, list(page.pages), place.state.pages[id]!.id, kept)
  }
}

const write = (move: Move, { target }: ContentPlace, change: Fields): Promise<Fields> =>
  move.to.send('POST', `${target}/content?compat=false`, { changes: [change] })

const insert = (move: Move, { target, source }: ContentPlace, change: Fields, what: unknown): Promise<Fields> =>
  move.create(`${target}/content?compat=false`, { changes: [change] }, `${source.split('/').pop()}-${what}`)

export const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])

const withBelow = (pages: readonly Fields[]): Fields[] =>
  pages.flatMap((page) => [page, ...withBelow(list(page.pages))])

/** The same value, with references to what was moved. */
export function withRefs(value: unknown, move: Move, place: ContentPlace): unknown {
  if (Array.isArray(value)) return value.map((each) => withRefs(each, move, place))
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const mapped = Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, withRefs(each, move, place)]))
  if (typeof fields.kind !== 'string') return mapped
  const home = typeof fields.space === 'string' ? move.state.spaces[fields.space] : undefined
  const state = typeof fields.space === 'string' && fields.space !== place.space ? home : place.state
  if (home) mapped.space = home.id
  if (fields.space === place.space && fields.kind !== 'space') delete mapped.space
  for (const [name, known] of [
    ['page', state?.pages],
    ['file', state?.files],
    ['reusableContent', state?.reusables],
  ] as const) {
    const own = typeof fields[name] === 'string' ? known?.[fields[name]] : undefined
    if (own) mapped[name] = own.id
  }
  return mapped
}
