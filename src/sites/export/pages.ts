// The pages of an export: what needs a server is left out of them.

import { KEPT, loadStills } from '../../domain/interfaces/index.ts'
import { readContent } from '../../domain/revisions/index.ts'
import { siteSpacesIn } from '../../domain/site-structure/index.ts'
import type { Document } from '../../engine/document.ts'
import { withApi, withStills } from '../look/interfaces.ts'
import { loadLook } from '../look/load.ts'
import type { Look } from '../look/look.ts'
import { loadPageText } from '../machines/page-text.ts'
import { findInVariant } from '../model/alternates.ts'
import { type Frame, loadFrame, toTreeLinks, wordsOf } from '../model/frame.ts'
import { loadPageModel, type PageModel } from '../model/page.ts'
import { readBranch } from '../model/page-tree.ts'
import type { Variant } from '../model/tabs.ts'
import { drawPage } from '../pages/article.ts'
import { drawMissing } from '../pages/missing.ts'
import { drawItems } from '../pages/tree.ts'
import { markdownHref } from '../paths.ts'
import { placeOf } from '../place.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedPage, VisitedSpace } from '../visit.ts'
import { AS_MARKDOWN } from './local-files.ts'

/** No reader is counted, asked or previews. */
const APART = { events: undefined, preview: undefined }

async function lookOf(services: DrawingServices, visited: VisitedSpace): Promise<Look> {
  return { ...(await loadLook(services, visited, {})), scripts: [services.staticFiles.exportScript] }
}

export interface DrawnForExport {
  html: string
  look: Look
}

export async function drawForExport(services: DrawingServices, visited: VisitedPage): Promise<DrawnForExport> {
  const { db } = services
  const interfaces = (document: Document) => loadStillsOf(services, visited, document)
  const load = () => loadPageModel(db, visited, placeOf(db, visited, services), { isServed: false, interfaces })
  const first = await load()
  await first.arrival
  // Once the colors of its code are there, they are drawn.
  const model = first.arrival ? await load() : first
  const look = withStills(
    withApi(await lookOf(services, visited), model, services.staticFiles),
    model,
    services.staticFiles,
  )
  return { html: drawPage(await withoutServer(services, visited, model), look).text, look }
}

async function loadStillsOf({ dispatching }: DrawingServices, { space }: VisitedPage, document: Document) {
  if (!dispatching) return undefined
  const draw = await loadStills(dispatching, space, document, KEPT)
  return { draw, frames: () => [], areLasting: true }
}

async function withoutServer({ db }: DrawingServices, visited: VisitedPage, model: PageModel): Promise<PageModel> {
  const { base, path } = visited
  const { edit, markdown } = model.actions
  return {
    ...model,
    ...APART,
    feedback: undefined,
    actions: { edit, assistants: [], markdown: markdown && markdownHref(base, path) + AS_MARKDOWN },
    variants: await resolveVariants(db, visited, model.variants),
  }
}

/** On a server, links to other variants ask for the same page; here they lead to it. */
function resolveVariants(db: DrawingServices['db'], visited: VisitedPage, variants: readonly Variant[]) {
  const { structure, route, published } = visited
  const beside = siteSpacesIn(structure, route.section?.id ?? null)
  return Promise.all(
    variants.map(async (variant, at) => {
      const siteSpace = beside[at]!
      const href = variant.isCurrent ? variant.href : await findInVariant(db, visited, siteSpace)
      return { ...variant, href: href ?? published.siteSpace(siteSpace, route.section) }
    }),
  )
}

/** The first page of a space that has none. */
export async function drawEmpty(services: DrawingServices, visited: VisitedSpace): Promise<DrawnForExport> {
  const { db } = services
  const frame: Frame = { ...(await loadFrame(db, visited, undefined, placeOf(db, visited, services))), ...APART }
  const look = await lookOf(services, visited)
  return { html: drawMissing(frame, [], look).text, look }
}

export const textForExport = (services: DrawingServices, visited: VisitedPage): Promise<string> =>
  loadPageText(services, visited)

/** The pages below a page, for the page tree; undefined if there are none. */
export async function drawBranch(services: DrawingServices, visited: VisitedPage): Promise<string | undefined> {
  const { db } = services
  const branch = await readContent(db, readBranch(visited.view.tree, visited.page.id))
  if (!branch || branch.length === 0) return undefined
  return drawItems(await toTreeLinks(branch, visited, placeOf(db, visited, services)), wordsOf(visited)).text
}
