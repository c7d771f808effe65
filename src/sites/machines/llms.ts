// llms.txt, the list of pages for assistants, and llms-full.txt, their text.
import { settingsOf } from '../../domain/customization/index.ts'
import { siteSpacesIn } from '../../domain/site-structure/index.ts'
import { mcpUrl } from '../routes/mcp.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { isForAssistants, type ListedPage, listPages } from './listing.ts'
import { loadPageText } from './page-text.ts'

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const linkText = (text: string): string => inOneLine(text).replaceAll(/[\\[\]]/g, '\\$&')

const linkTarget = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29')

const lineOf = ({ page, markdown }: ListedPage): string => {
  const description = page.description ? `: ${inOneLine(page.description)}` : ''
  return `- [${linkText(page.title)}](${linkTarget(markdown)})${description}\n`
}

/** The name of a space among the others of the site. */
export function spaceName({ structure, route, space }: VisitedSpace): string {
  const { section } = route
  const isAlone = siteSpacesIn(structure, section?.id ?? null).length < 2
  if (!section || structure.sections.length < 2) return space.title
  return isAlone ? section.title : `${section.title}: ${space.title}`
}

const titleOf = ({ site }: VisitedSpace): string => inOneLine(settingsOf(site).title ?? site.title)

export async function* writeLlms(
  { db }: SiteServices,
  visited: VisitedSpace,
  spaces: readonly VisitedSpace[],
  base: string,
): AsyncGenerator<string> {
  const description = spaces[0]?.home?.page.description
  yield `# ${titleOf(visited)}\n\n`
  if (description) yield `> ${inOneLine(description)}\n\n`
  yield `Each page is linked as markdown. [llms-full.txt](${linkTarget(`${base}llms-full.txt`)}) has the text of all of them.\nAn MCP server is at ${mcpUrl(visited.published.site)}.\n`
  for (const space of spaces) {
    let isFirst = true
    for await (const page of listPages(db, space, isForAssistants)) {
      if (isFirst) yield `\n## ${inOneLine(spaceName(space))}\n\n`
      isFirst = false
      yield lineOf(page)
    }
  }
}

export async function* writeLlmsFull(
  services: SiteServices,
  visited: VisitedSpace,
  spaces: readonly VisitedSpace[],
): AsyncGenerator<string> {
  let isFirst = true
  for (const space of spaces)
    for await (const { page, path, href } of listPages(services.db, space, isForAssistants)) {
      yield `${isFirst ? '' : '\n---\n\n'}Source: <${href}>\n\n`
      isFirst = false
      yield `${(await loadPageText(services, { ...space, page, path })).trimEnd()}\n`
    }
  if (isFirst) yield `# ${titleOf(visited)}\n`
}
