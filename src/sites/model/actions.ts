// What readers can do with a page, as the settings of the site allow.
import type { Db } from '../../db/tables.ts'
import { ANONYMOUS_VISITOR, findPageNode, openView, readContent } from '../../domain/revisions/index.ts'
import { findMainContent } from '../../domain/site-paths/index.ts'
import { listChildren } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Customization } from '../../shapes/customization.ts'
import { encodePath, markdownHref, pageHref, pdfHref } from '../paths.ts'
import type { VisitedPage } from '../visit.ts'
import type { SiteWords } from '../words.ts'

export interface Actions {
  markdown?: string | undefined
  /** Where the script copies it from. */
  copy?: string | undefined
  /** PDFs of the page, of the page with those below it, and of its space. */
  pdf?: { page: string; section?: string | undefined; all: string } | undefined
  assistants: { name: string; href: string }[]
  /** The file of the page in its repository. */
  edit?: string | undefined
  /** The place of the page in the console, for those who may edit it. */
  write?: string | undefined
}

/** Each begins a conversation with the question in its address. */
const ASSISTANTS: [name: string, url: string][] = [
  ['ChatGPT', 'https://chatgpt.com/?q='],
  ['Claude', 'https://claude.ai/new?q='],
]

export async function loadActions(
  db: Db,
  visited: VisitedPage,
  { pageActions, pdf, git }: Customization,
  words: SiteWords,
): Promise<Actions> {
  const { base, path, page, home, site } = visited
  const href = pageHref(base, path, page.id === home?.page.id)
  // Assistants read what everybody reads.
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted'
  const markdown = pageActions.markdown ? markdownHref(base, path) : undefined
  const question = encodeURIComponent(words.actions.ask(href))
  return {
    markdown,
    copy: markdown,
    pdf: pdf.enabled && (await isInPdf(db, visited)) ? await pdfsOf(db, visited) : undefined,
    assistants:
      pageActions.externalAI && isOpen ? ASSISTANTS.map(([name, url]) => ({ name, href: url + question })) : [],
    edit: git.showEditLink ? editHref(visited.space.git_sync, page) : undefined,
  }
}

async function pdfsOf(db: Db, { base, page, view }: VisitedPage): Promise<Actions['pdf']> {
  const own = `${pdfHref(base)}?page=${encodeURIComponent(page.id)}`
  const below = await readContent(db, listChildren(view.tree, page.id))
  return {
    page: own,
    section: below.some(({ hidden }) => !hidden) ? `${own}&below=true` : undefined,
    all: pdfHref(base),
  }
}

/** PDFs contain what every visitor may read. */
export async function isInPdf(db: Db, { site, space, page }: VisitedPage): Promise<boolean> {
  if (site.adaptive_content !== 1) return true
  const content = await findMainContent(db, space.id)
  return (
    content !== undefined &&
    (await findPageNode(db, await openView(db, ANONYMOUS_VISITOR, content), page.id)) !== undefined
  )
}

function editHref(sync: string | null, { git }: Page): string | undefined {
  const { url } = JSON.parse(sync ?? '{}') as { url?: unknown }
  if (typeof url !== 'string' || git?.path === undefined) return undefined
  return `${url.replace(/\/+$/, '')}/${encodePath(git.path)}`
}
