// Parses untrusted YAML. Length and nesting are limited and aliases are refused, so that no input is slow to parse or
// expands. `js-yaml` parses, because it is linear and has these limits; `yaml` is used for writing only, because it
// preserves comments.
import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_POP,
  EVENT_SCALAR,
  type Event,
  parseEvents,
  realMapTag,
  YAMLException,
} from 'js-yaml'

/** In characters; enough for the maximum number of variables of a space. */
export const MAX_LENGTH = 512 * 1024
/** Characters that may begin a value: reading takes as long as there are values, whatever their length. */
export const MAX_VALUES = 30_000
export const MAX_DEPTH = 64

/** Thrown for text that is not YAML or exceeds a limit. */
export class YamlError extends Error {}

const schema = CORE_SCHEMA.withTags(realMapTag)

/** Parses a YAML text; undefined if it is empty. Throws a YamlError. */
export const readYaml = (source: string): unknown => toPlain(construct(source, eventsIn(source)))

/** Parses a YAML text; undefined if it is empty or invalid. */
export const findYaml = (source: string): unknown => orUndefined(() => readYaml(source))

/** Parses a YAML text that contains only data: no comments, anchors or tags, and only strings as keys. */
export const findYamlData = (source: string): unknown =>
  orUndefined(() => {
    const events = eventsIn(source)
    return isData(source, events) ? toPlain(construct(source, events), true) : undefined
  })

/** True for YAML within the limits. Aliases are allowed, because they are not expanded. */
export const isYaml = (source: string): boolean => orUndefined(() => eventsIn(source)) !== undefined

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

function eventsIn(source: string): Event[] {
  if (source.length > MAX_LENGTH) throw new YamlError(`it is longer than ${MAX_LENGTH} characters`)
  if (hasMany(source)) throw new YamlError(`it has more than ${MAX_VALUES} values`)
  return refusing(() => parseEvents(source, { maxDepth: MAX_DEPTH }))
}

// Counted in the text, before anything is parsed: values follow a line break, a mark of a list or a key, or an opening.
function hasMany(source: string): boolean {
  if (source.length <= MAX_VALUES) return false
  let count = 0
  for (const _mark of source.matchAll(/[,\n\r[{]|[-?:](?=\s)/g)) if (++count > MAX_VALUES) return true
  return false
}

function construct(source: string, events: Event[]): unknown {
  const [document, second] = refusing(() => constructFromEvents(events, { source, schema, maxAliases: 0 }))
  if (second !== undefined) throw new YamlError('it has more than one document')
  return document
}

function refusing<T>(task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (error instanceof YAMLException) throw new YamlError(error.reason)
    throw error
  }
}

function toPlain(value: unknown, onlyNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => toPlain(item, onlyNames))
  if (!(value instanceof Map)) return value
  const entries = [...value].map(([key, inner]): [string, unknown] => [
    nameOf(key, onlyNames),
    toPlain(inner, onlyNames),
  ])
  return Object.fromEntries(entries)
}

function nameOf(key: unknown, onlyNames: boolean): string {
  if (typeof key === 'string') return key
  if (onlyNames || (typeof key === 'object' && key !== null)) throw new YamlError('it has a key that is not a string')
  return String(key)
}

function isData(source: string, events: readonly Event[]): boolean {
  let end = 0
  for (const event of events) {
    if (event.type === EVENT_POP) continue
    if (event.type === EVENT_ALIAS) return false
    if (event.type === EVENT_DOCUMENT ? event.directives.length > 0 : isMarked(event)) return false
    if (event.type !== EVENT_SCALAR || event.valueStart < end) continue
    if (hasComment(source, end, event.valueStart)) return false
    end = event.valueEnd
  }
  return !hasComment(source, end, source.length)
}

const isMarked = ({ anchorStart, tagStart }: { anchorStart: number; tagStart: number }) =>
  anchorStart >= 0 || tagStart >= 0

/** Outside scalars, `#` starts a comment. */
const hasComment = (source: string, start: number, end: number): boolean => source.slice(start, end).includes('#')
