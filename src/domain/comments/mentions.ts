// Resolves mentions: `@` followed by the name, email address or id of a member becomes a reference to that user.
import { sql } from 'kysely'
import { isOneOf, isOneOfIgnoringCase } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Document, Inline, Leaf, Text } from '../../engine/document.ts'
import { mapChildren, mapNodes, type Nested, walk } from '../../engine/walk.ts'
import { membersOf } from '../people/index.ts'

interface NamedUser {
  id: string
  email: string
  display_name: string
}

/** The maximum number of words in a name. */
const MAX_NAME_WORDS = 5
const MAX_MENTIONS = 100
/** Matches an `@` that is not inside a word. */
const AT_SIGN = /(?<![\p{L}\p{N}_.@-])@(?=[\p{L}\p{N}])/gu
const NAME_PART = /[\p{L}\p{N}_.@+'-]+/gu

interface ResolvedMentions {
  document: Document
  /** The ids of the mentioned users. */
  users: string[]
}

/** Replaces mentions of members with references. Mentions of anyone else stay, or become, text. */
export async function resolveMentions(db: Db, organizationId: string, document: Document): Promise<ResolvedMentions> {
  const texts = textsIn(document)
  const candidates = texts.flatMap(({ text }) => candidatesIn(text).flatMap(({ names }) => names))
  const given = mentionsIn(document)
  if (candidates.length + given.length === 0) return { document, users: [] }
  const members = await findMembers(db, organizationId, candidates.slice(0, MAX_MENTIONS * MAX_NAME_WORDS), given)
  const find = memberFinder(members)
  const known = new Map(members.map((member) => [member.id, member]))
  const resolved = mapChildren(document, (children) => children.flatMap((node) => resolveIn(node, find, known)))
  return { document: resolved, users: [...new Set(mentionsIn(resolved))] }
}

const findMembers = (
  db: Db,
  organizationId: string,
  names: readonly string[],
  ids: readonly string[],
): Promise<NamedUser[]> =>
  membersOf(db, organizationId)
    .select(['users.id', 'users.email', 'users.display_name'])
    .where((member) =>
      member.or([
        isOneOf(db, sql.ref('users.id'), [...ids, ...names]),
        isOneOfIgnoringCase(db, sql.ref('users.email'), names),
        isOneOfIgnoringCase(db, sql.ref('users.display_name'), names),
      ]),
    )
    .execute()

/** Returns a lookup by name, email address or id. An ambiguous name matches nobody. */
function memberFinder(members: readonly NamedUser[]): (name: string) => NamedUser | undefined {
  const byName = new Map<string, NamedUser | undefined>()
  for (const member of members) {
    const name = member.display_name.toLowerCase()
    byName.set(name, byName.has(name) ? undefined : member)
  }
  for (const member of members) byName.set(member.email.toLowerCase(), member)
  const byId = new Map(members.map((member) => [member.id, member]))
  return (name) => byId.get(name) ?? byName.get(name.toLowerCase())
}

interface Candidate {
  /** The index of the `@`. */
  at: number
  /** Possible names, longest first. */
  names: string[]
}

function candidatesIn(text: string): Candidate[] {
  return [...text.matchAll(AT_SIGN)].map(({ index }) => {
    const rest = text.slice(index + 1, index + 1 + 200)
    const ends = [...rest.matchAll(NAME_PART)].slice(0, MAX_NAME_WORDS).map((part) => part.index + part[0].length)
    const names = ends.flatMap((end) => [rest.slice(0, end), rest.slice(0, end).replace(/[.'-]+$/, '')])
    return { at: index, names: [...new Set(names)].reverse() }
  })
}

const isCode = ({ marks }: Leaf) => marks.some(({ type }) => type === 'code')

const textsIn = (document: Document): Leaf[] =>
  [...walk(document)].flatMap(({ node, path }) =>
    node.object === 'text' && !path.some(isVerbatim) ? node.leaves.filter((leaf) => !isCode(leaf)) : [],
  )

const isVerbatim = (node: { object: string; type?: string }) =>
  node.type === 'code' || node.type === 'code-line' || (node.object === 'inline' && node.type === 'link')

const userOf = (node: Nested): string | undefined => {
  if (node.object !== 'inline' || node.type !== 'mention') return undefined
  const { kind, user } = (node.data?.ref ?? {}) as { kind?: string; user?: unknown }
  return kind === 'user' && typeof user === 'string' ? user : undefined
}

/** The ids of the users that references name. */
export const mentionsIn = (document: Document): string[] =>
  [...walk(document)].flatMap(({ node }) => userOf(node) ?? [])

function resolveIn(
  node: Nested,
  find: (name: string) => NamedUser | undefined,
  known: ReadonlyMap<string, NamedUser>,
): Nested[] {
  const user = userOf(node)
  if (user !== undefined && node.object === 'inline') {
    const member = known.get(user)
    if (!member) return [textNode(`@${user}`)]
    return [{ ...node, data: { ...node.data, label: labelOf(node) ?? `@${member.email}` } }]
  }
  return node.object === 'text' ? splitText(node, find) : [node]
}

function splitText(node: Text, find: (name: string) => NamedUser | undefined): (Text | Inline)[] {
  const pieces: (Leaf | Inline)[] = node.leaves.flatMap((leaf) => (isCode(leaf) ? [leaf] : splitLeaf(leaf, find)))
  if (pieces.every((piece) => piece.object === 'leaf')) return [node]
  const nodes: (Text | Inline)[] = []
  for (const piece of pieces) {
    const last = nodes.at(-1)
    if (piece.object === 'inline') nodes.push(piece)
    else if (last?.object === 'text') last.leaves.push(piece)
    else nodes.push({ object: 'text', leaves: [piece] })
  }
  return nodes
}

function splitLeaf(leaf: Leaf, find: (name: string) => NamedUser | undefined): (Leaf | Inline)[] {
  const pieces: (Leaf | Inline)[] = []
  let done = 0
  for (const { at, names } of candidatesIn(leaf.text)) {
    const name = names.find(find)
    if (name === undefined || at < done) continue
    if (at > done) pieces.push({ ...leaf, text: leaf.text.slice(done, at) })
    pieces.push(mention(find(name)!.id, `@${name}`))
    done = at + 1 + name.length
  }
  if (done < leaf.text.length || pieces.length === 0) pieces.push({ ...leaf, text: leaf.text.slice(done) })
  return pieces
}

const mention = (user: string, label: string): Inline => ({
  object: 'inline',
  type: 'mention',
  isVoid: true,
  data: { ref: { kind: 'user', user }, label },
})

const labelOf = (node: Inline): string | undefined =>
  typeof node.data?.label === 'string' && node.data.label.startsWith('@') ? node.data.label : undefined

const textNode = (text: string): Text => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] })

/** Replaces user references with their text, which markdown shows and which parses back to the same references. */
export const withoutMentions = (document: Document): Document =>
  mapNodes(document, (node) => {
    const user = userOf(node)
    return user === undefined ? node : textNode(labelOf(node as Inline) ?? `@${user}`)
  })
