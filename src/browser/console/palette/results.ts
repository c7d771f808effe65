// What the palette offers for what was typed: actions of the place, spaces, and pages by full text.
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { places } from '../places.ts'
import type { Action } from './state.ts'

export interface Result {
  id: string
  group: string
  title: string
  /** Where it is, or the text around a match. */
  detail?: string
  icon: IconName
  keys?: string
  href?: string
  run?(): void
}

type Spaces = ReplyTo<'GET /orgs/:organizationId/spaces'>['items']
type People = ReplyTo<'GET /orgs/:organizationId/members'>['items']
type Found = ReplyTo<'GET /orgs/:organizationId/search'>['items']

const MAX_OF_KIND = 8

interface From {
  actions: readonly Action[]
  spaces: Spaces
  found: Found
  people: People
  organization: string | undefined
}

/** Every word of the query occurs in the text. */
const matches = (query: string, text: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))

/** The kind with the best title comes first; pages whose text alone matches never hide an action that is called so. */
export function resultsOf(query: string, from: From): Result[] {
  const { actions, spaces, found, people, organization } = from
  const pages = found.flatMap((space) => space.pages.map((page) => pageResult(space, page)))
  const kinds = [
    sorted(query, pages).slice(0, query === '' ? 0 : MAX_OF_KIND * 2),
    sorted(query, spaces.filter(({ title }) => matches(query, title)).map(spaceResult)).slice(0, MAX_OF_KIND),
    people.slice(0, MAX_OF_KIND).map((person) => personResult(organization!, person)),
    sorted(query, actions.filter(({ label }) => matches(query, label)).map(actionResult)),
  ]
  const best = (results: Result[]) => Math.min(...results.map(({ title }) => rank(query, title)))
  return kinds.toSorted((one, other) => best(one) - best(other) || 0).flat()
}

const pageResult = (space: Found[number], page: Found[number]['pages'][number]): Result => ({
  id: `page-${page.id}`,
  group: words.palette.pages,
  title: page.title || words.untitled,
  detail: page.sections[0]?.body ? `${space.title} · ${page.sections[0].body}` : space.title,
  icon: 'page',
  href: places.page(space.id, page.id),
})

const spaceResult = ({ id, title }: Spaces[number]): Result => ({
  id: `space-${id}`,
  group: words.palette.spaces,
  title: title || words.untitled,
  icon: 'book',
  href: places.space(id),
})

const personResult = (organization: string, { id, user }: People[number]): Result => ({
  id: `person-${id}`,
  group: words.palette.people,
  title: user.displayName,
  ...(user.email && { detail: user.email }),
  icon: 'person',
  href: `${places.people(organization)}?${new URLSearchParams({ find: user.displayName })}`,
})

const actionResult = ({ label, icon, keys, run }: Action): Result => ({
  id: `action-${label}`,
  group: words.palette.actions,
  title: label,
  icon,
  ...(keys && { keys }),
  run,
})

/** Exact titles first, then titles that begin with the query, then those with a word that does; otherwise the order stays. */
const sorted = (query: string, results: Result[]): Result[] =>
  results.toSorted((one, other) => rank(query, one.title) - rank(query, other.title))

const OTHER = 3

function rank(query: string, title: string): number {
  const [asked, known] = [query.trim().toLowerCase(), title.toLowerCase()]
  if (asked === '') return OTHER
  if (known.startsWith(asked)) return known === asked ? 0 : 1
  return known.includes(` ${asked}`) ? 2 : OTHER
}
