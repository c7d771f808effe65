// `@` and the name, the email address or the id of a member is a mention: a reference to the user.
import { sql } from 'kysely'
import { isOneOf, isOneOfWhateverCase } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Document, Inline, Leaf, Text } from '../../engine/document.ts'
import { mapChildren, mapNodes, type Nested, walk } from '../../engine/walk.ts'
import { membersOf } from '../members/queries.ts'

interface Named {
  id: string
  email: string
  display_name: string
}

/** How many words a name may have. */
const WORDS = 5
const MENTIONS = 100
/** What follows an `@` that does not stand inside a word. */
const CALL = /(?<![\p{L}\p{N}_.@-])@(?=[\p{L}\p{N}])/gu
const PARTS = /[\p{L}\p{N}_.@+'-]+/gu

export interface Mentioning {
  document: Document
  /** The ids of the users it mentions. */
  users: string[]
}

/** The document with mentions of members as references; what mentions nobody who is a member stays, or becomes, text. */
export async function resolveMentions(db: Db, organizationId: string, document: Document): Promise<Mentioning> {
  const texts = textsIn(document)
  const asked = texts.flatMap(({ text }) => callsIn(text).flatMap(({ names }) => names))
  const given = mentionsIn(document)
  if (asked.length + given.length === 0) return { document, users: [] }
  const members = await findMembers(db, organizationId, asked.slice(0, MENTIONS * WORDS), given)
  const find = findingIn(members)
  const known = new Map(members.map((member) => [member.id, member]))
  const resolved = mapChildren(document, (children) => children.flatMap((node) => resolveIn(node, find, known)))
  return { document: resolved, users: [...new Set(mentionsIn(resolved))] }
}

const findMembers = (
  db: Db,
  organizationId: string,
  names: readonly string[],
  ids: readonly string[],
): Promise<Named[]> =>
  membersOf(db, organizationId)
    .select(['users.id', 'users.email', 'users.display_name'])
    .where((member) =>
      member.or([
        isOneOf(db, sql.ref('users.id'), [...ids, ...names]),
        isOneOfWhateverCase(db, sql.ref('users.email'), names),
        isOneOfWhateverCase(db, sql.ref('users.display_name'), names),
      ]),
    )
    .execute()

/** Whom a name means; nobody when several have it. */
function findingIn(members: readonly Named[]): (name: string) => Named | undefined {
  const byName = new Map<string, Named | undefined>()
  for (const member of members) {
    const name = member.display_name.toLowerCase()
    byName.set(name, byName.has(name) ? undefined : member)
  }
  for (const member of members) byName.set(member.email.toLowerCase(), member)
  const byId = new Map(members.map((member) => [member.id, member]))
  return (name) => byId.get(name) ?? byName.get(name.toLowerCase())
}

interface Call {
  /** Where the `@` stands. */
  at: number
  /** What may be the name, the longest first. */
  names: string[]
}

function callsIn(text: string): Call[] {
  return [...text.matchAll(CALL)].map(({ index }) => {
    const rest = text.slice(index + 1, index + 1 + 200)
    const ends = [...rest.matchAll(PARTS)].slice(0, WORDS).map((part) => part.index + part[0].length)
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

const mentionsIn = (document: Document): string[] => [...walk(document)].flatMap(({ node }) => userOf(node) ?? [])

function resolveIn(
  node: Nested,
  find: (name: string) => Named | undefined,
  known: ReadonlyMap<string, Named>,
): Nested[] {
  const user = userOf(node)
  if (user !== undefined && node.object === 'inline') {
    const member = known.get(user)
    if (!member) return [textNode(`@${user}`)]
    return [{ ...node, data: { ...node.data, label: labelOf(node) ?? `@${member.email}` } }]
  }
  return node.object === 'text' ? splitText(node, find) : [node]
}

function splitText(node: Text, find: (name: string) => Named | undefined): (Text | Inline)[] {
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

function splitLeaf(leaf: Leaf, find: (name: string) => Named | undefined): (Leaf | Inline)[] {
  const pieces: (Leaf | Inline)[] = []
  let done = 0
  for (const { at, names } of callsIn(leaf.text)) {
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

/** The document with mentions of users as the text they stand for: what markdown shows, and what reads back as them. */
export const withoutMentions = (document: Document): Document =>
  mapNodes(document, (node) => {
    const user = userOf(node)
    return user === undefined ? node : textNode(labelOf(node as Inline) ?? `@${user}`)
  })
