// The view model of a page: everything that its HTML shows.
import type { Db } from '../../db/tables.ts'
import { evaluate } from '../../domain/documents/index.ts'
import {
  drawInTurns,
  loadSurroundings,
  type Place,
  resolveRefs,
  withIncluded,
  withWrittenOperations,
} from '../../domain/drawing/index.ts'
import { loadDocument, readContent } from '../../domain/revisions/index.ts'
import { isContentRef } from '../../engine/content-ref.ts'
import type { Block, Document } from '../../engine/document.ts'
import { loadVariables } from '../../engine/tree/collections.ts'
import { listAncestors, pathOf } from '../../engine/tree/pages.ts'
import { PICTURE_WIDTHS, SIZED_TYPES, withWidth } from '../../files/links.ts'
import type { Html, Icon } from '../../render/html/index.ts'
import type { ShownInterfaces } from '../interfaces/drawing.ts'
import { feedbackHref, pageHref, tryHref } from '../paths.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedPage } from '../visit.ts'
import { directionOf } from '../words.ts'
import { type Actions, loadActions } from './actions.ts'
import { type Frame, type Link, loadFrame, wordsOf } from './frame.ts'
import { findIcon, iconStyleOf } from './icons.ts'
import { loadMeta, type Meta } from './meta.ts'
import { type OutlineItem, outlineOf } from './outline.ts'
import type { PageScript } from './page-scripts.ts'
import { findNext, findPrevious, type Located } from './reading-order.ts'

export interface Layout {
  width: 'default' | 'wide'
  cover: boolean
  coverSize: 'full' | 'hero'
  title: boolean
  description: boolean
  tableOfContents: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
}

export interface CoverPicture {
  href: string
  /** The same in other widths. */
  smaller: { href: string; width: number }[]
}

export interface PageModel extends Frame {
  direction: 'ltr' | 'rtl'
  meta: Meta
  actions: Actions
  /** Where readers tell whether the page helped. */
  feedback?: { href: string; page: string } | undefined
  layout: Layout
  crumbs: { title: string; href?: string | undefined }[]
  page: {
    title: string
    description?: string | undefined
    emoji?: string | undefined
    icon?: Icon | undefined
    updatedAt?: string | undefined
    isIndexed: boolean
  }
  cover?: { light: CoverPicture; dark?: CoverPicture | undefined; yPos: number } | undefined
  body: Html
  outline: OutlineItem[]
  previous?: Link | undefined
  next?: Link | undefined
  frameOrigins: string[]
  /** The origins that forms of operations may ask. */
  connectOrigins: string[]
  /** Whether the page shows anything of an API. */
  showsApi: boolean
  isLasting: boolean
  /** Absent if there are none. */
  scripts?: readonly PageScript[] | undefined
  /** Present if code is still being highlighted: settles when that is done. */
  arrival: Promise<void> | undefined
}

interface Showing {
  /** Whether readers can send anything to the server. */
  isServed: boolean
  /** What integrations show for their blocks; undefined where none can be asked. */
  interfaces(document: Document): Promise<ShownInterfaces | undefined>
}

export const LAYOUT: Layout = {
  width: 'default',
  cover: true,
  coverSize: 'full',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}

/** Where its grammar is loaded, new code has its colors sooner, for its first reader too. */
const PATIENCE = 100

/** The document of a page as the visitor reads it: with its reusable contents, and evaluated. */
export async function loadReadDocument(db: Db, { view, page, audience }: VisitedPage): Promise<Document> {
  const whole = await withIncluded(db, view, await loadDocument(db, view, page))
  const scope = {
    space: { vars: await readContent(db, loadVariables(view.tree)) },
    page: { vars: page.variables ?? {} },
    visitor: audience === 'everything' ? { claims: {} } : audience,
  }
  const rule = { scope, keepsUnknown: false }
  return evaluate(whole, { inlines: rule, conditions: rule })
}

/** The same, for those who get text: operations of APIs are written out. */
export async function loadWrittenDocument({ db, files }: DrawingServices, visited: VisitedPage): Promise<Document> {
  const labels = wordsOf(visited).blocks.api
  const { title } = visited.page
  return withWrittenOperations({ db, ...visited, store: files.store }, await loadReadDocument(db, visited), {
    labels,
    title,
  })
}

export async function loadPageModel(
  db: Db,
  visited: VisitedPage,
  place: Place,
  { isServed, ...showing }: Showing,
): Promise<PageModel> {
  const { view, page, base, home, site, entry } = visited
  const document = await loadReadDocument(db, visited)
  const frame = await loadFrame(db, visited, page, place)
  const layout = { ...LAYOUT, ...(page.layout as Partial<Layout> | undefined) }
  const iconStyle = iconStyleOf(frame.settings)
  const opensTabs = frame.settings.externalLinks.target === 'blank'
  const interfaces = await showing.interfaces(document)
  const { surroundings, ...drawn } = await loadSurroundings(place, document, {
    title: page.title,
    ...(isServed && { tryIt: tryHref(base, page.id) }),
    words: frame.words.blocks,
    iconStyle,
    opensTabs,
    patience: PATIENCE,
    ...(directionOf(frame.language) === 'rtl' && { direction: 'rtl' as const }),
  })
  const integration = (block: Block) => interfaces?.draw(block, surroundings)
  const body = await drawInTurns(document, { ...surroundings, integration })
  const { title, description, emoji, icon, updatedAt } = page
  const cover = await coverOf(place, page.cover)
  const linkTo = (located: Located | undefined): Link | undefined =>
    located && { title: located.page.title, href: pageHref(base, located.path, located.page.id === home?.page.id) }
  const isPaged = layout.pagination && frame.settings.pagination.enabled
  return {
    ...frame,
    direction: surroundings.direction,
    meta: await loadMeta(db, visited, place, {
      isServed,
      document,
      settings: frame.settings,
      cover,
    }),
    actions: await loadActions(db, visited, frame.settings, frame.words),
    feedback: frame.settings.feedback.enabled ? { href: feedbackHref(base), page: page.id } : undefined,
    layout,
    crumbs: await crumbsOf(db, visited),
    page: {
      title,
      description,
      emoji,
      icon: await findIcon(icon, iconStyle),
      updatedAt,
      isIndexed: !page.noRobotsIndex && site.visibility === 'public' && entry.member === undefined,
    },
    cover: layout.cover ? cover : undefined,
    body,
    outline: layout.outline ? outlineOf(document) : [],
    previous: isPaged ? linkTo(await readContent(db, findPrevious(view.tree, page))) : undefined,
    next: isPaged ? linkTo(await readContent(db, findNext(view.tree, page))) : undefined,
    ...drawn,
    frameOrigins: [...drawn.frameOrigins, ...(interfaces?.frames() ?? [])],
    isLasting: drawn.isLasting && interfaces?.areLasting !== false,
  }
}

async function crumbsOf(db: Db, { view, page, base, home }: VisitedPage): Promise<PageModel['crumbs']> {
  const ancestors = (await readContent(db, listAncestors(view.tree, page))).reverse()
  const crumbs: PageModel['crumbs'] = []
  for (const each of ancestors) {
    const path = await readContent(db, pathOf(view.tree, each))
    const href = each.type === 'document' ? pageHref(base, path, each.id === home?.page.id) : undefined
    crumbs.push({ title: each.title, href })
  }
  return crumbs
}

/** Links to files say their type. */
const SIZED = new RegExp(`[?&]type=(?:${SIZED_TYPES.map(encodeURIComponent).join('|')})&`)

async function coverOf(place: Place, cover: unknown): Promise<PageModel['cover']> {
  const { ref, refDark, yPos } = (cover ?? {}) as { ref?: unknown; refDark?: unknown; yPos?: unknown }
  const refs = [ref, refDark].filter(isContentRef)
  if (refs.length === 0) return undefined
  const resolve = await resolveRefs(place, refs)
  const toPicture = (each: unknown): CoverPicture | undefined => {
    const href = isContentRef(each) ? resolve(each) : undefined
    const isSized = isContentRef(each) && each.kind === 'file' && SIZED.test(href ?? '')
    const smaller = isSized ? PICTURE_WIDTHS.map((width) => ({ href: withWidth(href!, width), width })) : []
    return href === undefined ? undefined : { href, smaller }
  }
  const [light, dark] = [ref, refDark].map(toPicture)
  return light === undefined ? undefined : { light, dark, yPos: typeof yPos === 'number' ? yPos : 0 }
}
