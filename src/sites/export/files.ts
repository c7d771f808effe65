// The files of an export, one after the other: whatever the size of a site, little of it is in memory.
import type { Readable } from 'node:stream'
import { siteUrl } from '../../domain/site-addresses/index.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { STATIC } from '../../server/static-files.ts'
import type { Look } from '../look/look.ts'
import { listAllPages, openSpaces } from '../machines/listing.ts'
import { markdownHref, pageHref } from '../paths.ts'
import { drawDiagramFrame } from '../routes/diagram.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedPage, VisitedSite, VisitedSpace } from '../visit.ts'
import { AS_MARKDOWN, EXPORTED, fileAt, type Referred } from './local-files.ts'
import { type Linking, localizeHtml, localizeMarkdown } from './local-links.ts'
import { drawBranch, drawEmpty, drawForExport, textForExport } from './pages.ts'
import { indexPage, indexSpace, textOfEach } from './search-index.ts'

export interface ExportedFile {
  name: string
  bytes: Buffer | Readable
}

interface Writing {
  services: DrawingServices
  linking: Linking
  /** Stored files that pages refer to and that are not written yet. */
  referred: Referred[]
  written: Set<string>
  hasDiagrams: boolean
  /** Entries of the search index, as JSON. */
  entries: string[]
  /** How many characters of a page the search index has. */
  room: number
}

export async function* listExportedFiles(
  services: DrawingServices,
  visited: VisitedSite,
): AsyncGenerator<ExportedFile> {
  const spaces = await openSpaces(services, visited)
  let count = 0
  for (const space of spaces) for await (const _page of listAllPages(services.db, space)) count++
  const writing = beginWriting(services, visited, textOfEach(count))
  for (const [at, space] of spaces.entries()) yield* writeSpace(writing, space, at)
  if (writing.hasDiagrams) yield* writeDiagrams(writing)
  yield text(`${STATIC}/search.js`, `lecternPages(${inScript(searchIndex(spaces, writing.entries))})`)
}

function beginWriting(services: DrawingServices, { site, organization }: VisitedSite, room: number): Writing {
  const { urls, files } = services
  const referred: Referred[] = []
  const written = new Set<string>()
  const refer = (file: Referred) => {
    if (written.has(file.file)) return
    written.add(file.file)
    referred.push(file)
  }
  const linking = { site: siteUrl(urls, organization, site), base: urls.base, signer: files.signer, refer }
  return { services, linking, referred, written, hasDiagrams: false, entries: [], room }
}

const text = (name: string, content: string): ExportedFile => ({ name, bytes: Buffer.from(content) })

const searchIndex = (spaces: readonly VisitedSpace[], entries: readonly string[]): string =>
  `{"spaces":${JSON.stringify(spaces.map(indexSpace))},"pages":[${entries.join(',')}]}`

/** Old scripts end a line where JSON has these. */
const inScript = (json: string): string => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

async function* writeSpace(writing: Writing, space: VisitedSpace, at: number): AsyncGenerator<ExportedFile> {
  const { services, linking } = writing
  if (!space.home) {
    const name = fileAt(new URL(space.base))
    const { html, look } = await drawEmpty(services, space)
    yield* writeStatic(writing, look)
    yield text(name, localizeHtml(html, name, linking))
  }
  for await (const located of listAllPages(services.db, space)) {
    yield* writePage(writing, { ...space, ...located }, at)
    yield* writeReferred(writing)
    await yieldToEventLoop()
  }
}

async function* writePage(writing: Writing, visited: VisitedPage, space: number): AsyncGenerator<ExportedFile> {
  const { services, linking, written, entries, room } = writing
  const { base, path, page, home } = visited
  const name = fileAt(new URL(pageHref(base, path, page.id === home?.page.id)))
  // Where two pages share an address, readers see the first.
  if (written.has(name.toLowerCase())) return
  written.add(name.toLowerCase())
  const { html, look } = await drawForExport(services, visited)
  writing.hasDiagrams ||= html.includes(' data-diagram="mermaid"')
  yield* writeStatic(writing, look)
  yield text(name, localizeHtml(html, name, linking))
  const twin = fileAt(new URL(markdownHref(base, path) + AS_MARKDOWN))
  yield text(twin, localizeMarkdown(await textForExport(services, visited), twin, linking))
  const branch = await drawBranch(services, visited)
  if (branch !== undefined) {
    const given = JSON.stringify([page.id, localizeHtml(branch, '', linking)]).slice(1, -1)
    yield text(`${STATIC}/branches/${branchName(page.id)}.js`, `lecternBranch(${inScript(given)})`)
  }
  if (!page.noIndex) entries.push(JSON.stringify({ space, ...(await indexPage(services, visited, name, room)) }))
}

/** The script of the page tree makes the same name of an id. */
const branchName = (id: string): string => id.replaceAll(/[^\w-]/g, (char) => `~${char.codePointAt(0)!.toString(16)}`)

/** Styles, script and fonts, once each. */
async function* writeStatic({ services, written }: Writing, look: Look): AsyncGenerator<ExportedFile> {
  for (const name of [...look.sheets, ...look.scripts]) yield* writeStaticFile(services, written, name)
}

async function* writeStaticFile(
  services: DrawingServices,
  written: Set<string>,
  name: string,
): AsyncGenerator<ExportedFile> {
  const file = written.has(name) ? undefined : services.staticFiles.find(name)
  if (!file) return
  written.add(name)
  yield { name: `${STATIC}/${name}`, bytes: file.bytes }
  if (!name.endsWith('.css')) return
  for (const [, font] of file.bytes.toString().matchAll(/url\(["']?(?:\.\/)?([\w.-]+)["']?\)/g))
    yield* writeStaticFile(services, written, font!)
}

async function* writeReferred({ services, referred }: Writing): AsyncGenerator<ExportedFile> {
  for (const { blob, file } of referred.splice(0)) {
    const stored = await services.files.store.find(blob)
    if (stored) yield { name: file, bytes: await stored.read() }
  }
}

/** The frame of diagrams. It has no origin, so it may load nothing from the disk: its scripts are in it. */
async function* writeDiagrams({ services: { staticFiles } }: Writing): AsyncGenerator<ExportedFile> {
  const name = fileAt(new URL(`${EXPORTED}${STATIC}/diagram`))
  const { text: html } = await drawDiagramFrame(staticFiles, EXPORTED)
  const own = new RegExp(` src="${EXPORTED}${STATIC}/([^"]+)"></script>`, 'g')
  const inline = (file: string) =>
    staticFiles
      .find(file)!
      .bytes.toString()
      .replaceAll(/<(?=\/script|!--)/gi, '\\x3c')
  yield text(
    name,
    html.replaceAll(own, (_, file: string) => `>${inline(file)}</script>`),
  )
}
