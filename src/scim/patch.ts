// PATCH operations (RFC 7644, section 3.5.2) on the JSON of a resource, as identity providers really send them: with
// operations in any case, values as text, and paths with filters.
import { ScimError } from './errors.ts'
import {
  type AttributePath,
  attributeOf,
  type Filter,
  matches,
  parseAttributePath,
  parseFilter,
  sizeOf,
} from './filter.ts'

type Json = Record<string, unknown>

const MAX_OPERATIONS = 1000
/** Comparisons that the operations of one request may need, because others wait meanwhile. */
const MAX_EFFORT = 400_000

interface Path extends AttributePath {
  filter?: Filter
}

interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: Path | undefined
  value: unknown
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (message: string) => new ScimError(400, message, 'invalidSyntax')

/** Returns the changed resource; the given one stays as it is. */
export function applyPatch(resource: Json, body: unknown): Json {
  const result = structuredClone(resource)
  const operations = joined(operationsIn(body).flatMap(withPath))
  if (operations.length > MAX_OPERATIONS) throw tooMany()
  let effort = 0
  for (const { op, path, value } of operations) {
    effort += effortOf(result, path, value)
    if (effort > MAX_EFFORT) throw tooMany()
    applyAt(result, op, path, value)
  }
  return result
}

const tooMany = () => new ScimError(400, 'Applying all this takes too long: send fewer Operations at once.', 'tooMany')

function effortOf(resource: Json, { name, filter }: Path, value: unknown): number {
  const sizeOfObject = (object: unknown) => (isJson(object) ? Object.keys(object).length : 0)
  const target = attributeOf(resource, name)
  const items = Array.isArray(target) ? target.length * (filter ? sizeOf(filter) : 1) : sizeOfObject(target)
  return 1 + sizeOfObject(resource) + items + sizeOfObject(value)
}

/** An operation on one attribute. */
type Step = Operation & { path: Path }

const withPath = ({ op, path, value }: Operation): Step[] =>
  path
    ? [{ op, path, value }]
    : Object.entries(value as Json).map(([name, part]) => ({ op, path: pathOf(name), value: part }))

/** Joins neighbours that add to a list, or remove from it: identity providers send one for each member. */
function joined(steps: readonly Step[]): Step[] {
  const all: Step[] = []
  for (const step of steps.map(withList)) {
    const last = all.at(-1)
    const isNext = last && isJoinable(last) && isJoinable(step) && last.op === step.op
    if (isNext && last.path.name === step.path.name) for (const item of step.value) last.value.push(item)
    else all.push(isJoinable(step) ? { ...step, value: [...step.value] } : step)
  }
  return all
}

const isJoinable = (step: Step): step is Step & { value: unknown[] } =>
  step.op !== 'replace' &&
  step.path.name === 'members' &&
  !step.path.part &&
  !step.path.filter &&
  Array.isArray(step.value)

/** `members[value eq "…"]` names one item, as a list of it does. */
function withList(step: Step): Step {
  const { op, path, value } = step
  const { filter, ...plain } = path
  const isOne =
    filter?.kind === 'compare' && filter.operator === 'eq' && filter.path.name === 'value' && !filter.path.part
  if (op !== 'remove' || path.part || value !== undefined || !isOne || plain.name !== 'members') return step
  return { op, path: plain, value: [{ value: filter.value }] }
}

function operationsIn(body: unknown): Operation[] {
  const list = isJson(body) ? attributeOf(body, 'operations') : undefined
  if (!Array.isArray(list) || list.length === 0) throw wrong('Send a list of Operations.')
  if (list.length > MAX_OPERATIONS) throw wrong(`Send at most ${MAX_OPERATIONS} Operations at once.`)
  return list.map(operationOf)
}

function operationOf(given: unknown): Operation {
  const op = isJson(given) ? String(given.op).toLowerCase() : ''
  if (!isJson(given) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
    throw wrong('The op of an operation is add, replace or remove.')
  if (given.path !== undefined && typeof given.path !== 'string') throw wrong('The path of an operation is a text.')
  const path = given.path ? pathOf(given.path) : undefined
  if (op === 'remove' && !path) throw new ScimError(400, 'Name the path to remove.', 'noTarget')
  if (!path && !isJson(given.value)) throw wrong('Without a path, the value is an object.')
  return { op, path, value: given.value }
}

/** `name`, `name.part`, `list[filter]` or `list[filter].part`. */
function pathOf(text: string): Path {
  const [, name, filter, part] = /^([^[\]]+)\[(.*)\](?:\.([\w$-]+))?$/.exec(text.trim()) ?? []
  if (name === undefined) return parseAttributePath(text.trim())
  return {
    ...parseAttributePath(name),
    filter: parseFilter(filter!),
    ...(part !== undefined && { part: part.toLowerCase() }),
  }
}

function applyAt(resource: Json, op: Operation['op'], { name, part, filter }: Path, value: unknown): void {
  const key = Object.keys(resource).find((known) => known.toLowerCase() === name) ?? spelled(name)
  if (filter) resource[key] = changeItems(listOf(resource[key]), op, filter, part, value)
  else if (part !== undefined && Array.isArray(resource[key])) throw wrong(`${key} is a list: select an item of it.`)
  else if (part !== undefined) resource[key] = changePart(isJson(resource[key]) ? resource[key] : {}, op, part, value)
  else if (op === 'remove') removeFrom(resource, key, value)
  else if (op === 'add' && Array.isArray(resource[key])) resource[key] = merged(resource[key], listOf(value))
  else if (isJson(resource[key]) && isJson(value)) resource[key] = { ...resource[key], ...value }
  else resource[key] = value
}

const SPELLINGS = ['userName', 'displayName', 'externalId', 'givenName', 'familyName', 'nickName', 'profileUrl']

const spelled = (name: string): string => SPELLINGS.find((known) => known.toLowerCase() === name) ?? name

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

function changePart(object: Json, op: Operation['op'], part: string, value: unknown): Json {
  const key = Object.keys(object).find((known) => known.toLowerCase() === part) ?? spelled(part)
  const { [key]: _before, ...rest } = object
  return op === 'remove' ? rest : { ...rest, [key]: value }
}

function changeItems(
  items: readonly unknown[],
  op: Operation['op'],
  filter: Filter,
  part: string | undefined,
  value: unknown,
): unknown[] {
  const isMeant = (item: unknown): item is Json => isJson(item) && matches(filter, item)
  if (op === 'remove' && part === undefined) return items.filter((item) => !isMeant(item))
  if (!items.some(isMeant)) {
    if (op === 'remove') return [...items]
    // Identity providers set the work address of people who have none yet.
    const seed = seedOf(filter)
    return [...items, part === undefined ? { ...seed, ...(value as Json) } : { ...seed, [spelled(part)]: value }]
  }
  return items.map((item) => {
    if (!isMeant(item)) return item
    return part === undefined ? { ...item, ...(value as Json) } : changePart(item, op, part, value)
  })
}

const seedOf = (filter: Filter): Json =>
  filter.kind === 'compare' && filter.operator === 'eq' ? { [spelled(filter.path.name)]: filter.value } : {}

const idOf = (item: unknown): unknown => (isJson(item) ? item.value : item)

/** Removes the whole attribute, or only the listed items of it. */
function removeFrom(resource: Json, key: string, value: unknown): void {
  if (value === undefined || !Array.isArray(resource[key])) {
    delete resource[key]
    return
  }
  const removed = new Set(listOf(value).map(idOf))
  resource[key] = resource[key].filter((item) => !removed.has(idOf(item)))
}

function merged(items: readonly unknown[], added: readonly unknown[]): unknown[] {
  const last = new Map(added.map((item) => [idOf(item), item]))
  return [...items.filter((item) => !last.has(idOf(item))), ...last.values()]
}
