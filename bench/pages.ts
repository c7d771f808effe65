// A space of pages of about 3 KB of markdown, which measurements read and write.
import type { Api } from './api.ts'

const PAGES = 200
const BATCH_SIZE = 50

/** Each is about a different thing, and all pages share a few words. */
export const SUBJECTS = ['ferry', 'harbour', 'captain', 'ticket', 'island', 'weather', 'engine', 'lantern'] as const
export const COMMON = [
  'timetable',
  'passengers',
  'crossing',
  'shore',
  'water',
  'departure',
  'boarding',
  'mainland',
] as const

/** In four sections. */
export const textOf = (at: number): string =>
  [0, 1, 2, 3]
    .map((section) => {
      const subject = SUBJECTS[(at + section) % SUBJECTS.length]!
      const words = COMMON.slice(section, section + 4).join(', ')
      return `## About the ${subject} ${section}\n\n${`A paragraph about the ${subject} and its ${words}, as people find it. `.repeat(9)}\n`
    })
    .join('\n')

/** Creates a space with 200 pages. */
export async function fillPages(api: Api, organization: string): Promise<{ space: string; pages: string[] }> {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: `${PAGES} pages` })
  const pages: string[] = []
  while (pages.length < PAGES) {
    const changes = Array.from({ length: BATCH_SIZE }, (_, at) => {
      const number = pages.length + at
      return { operation: 'insert_page', title: `Page ${number}`, document: { markdown: textOf(number) } }
    })
    const { changes: made } = await api.post(`/spaces/${space}/content`, { changes })
    pages.push(...made.map(({ page }: { page: { id: string } }) => page.id))
  }
  return { space, pages }
}
