// Reads and writes `.gitbook/tags.yaml`: the tags of the space, as a list of `tag`, `label` and style fields.
import { Document, isMap, isSeq, parseDocument, YAMLMap, YAMLSeq } from 'yaml'
import { isEqual } from '../engine/objects.ts'
import type { Tag } from '../engine/tree/records.ts'
import { findYaml, isYaml } from '../lib/yaml.ts'
import { isRecord } from './model.ts'

const MAX_TAGS = 1000
const STYLE_FIELDS = ['color', 'emoji', 'icon'] as const

/** Reads the tags of a file in order; of duplicates, the first counts. */
export function readTags(text: string | undefined): Tag[] {
  const tags = new Map<string, Tag>()
  for (const entry of entriesIn(text === undefined ? undefined : findYaml(text))) {
    const tag = toTag(entry)
    if (tag && !tags.has(tag.slug)) tags.set(tag.slug, tag)
  }
  return [...tags.values()].slice(0, MAX_TAGS)
}

// A mapping by name is accepted too.
function entriesIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.filter(isRecord)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([tag, rest]) => (isRecord(rest) ? { ...rest, tag } : []))
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function toTag({ tag, label, ...looks }: Record<string, unknown>): Tag | undefined {
  const slug = typeof tag === 'number' ? String(tag) : tag
  if (!isText(slug) || slug.length > 100 || slug.includes('/')) return undefined
  const shown = STYLE_FIELDS.flatMap((name) => (isText(looks[name]) ? [[name, looks[name]]] : []))
  return { slug, label: isText(label) ? label : slug, ...Object.fromEntries(shown) }
}

/**
 * Returns the file with these tags; comments, order and other content stay. Undefined if there are no tags and no file.
 */
export function writeTags(text: string | undefined, tags: readonly Tag[]): string | undefined {
  if (text === undefined && tags.length === 0) return undefined
  if (text !== undefined && isEqual(bySlug(readTags(text)), bySlug(tags))) return text
  const document = documentOf(text ?? '')
  const wanted = new Map(tags.map((tag) => [tag.slug, tag]))
  const list = document.contents!
  list.items = list.items.filter((item) => slugOf(item) === undefined || wanted.has(slugOf(item)!))
  for (const item of list.items) {
    const tag = wanted.get(slugOf(item) ?? '')
    if (!tag) continue
    update(item as YAMLMap, tag)
    wanted.delete(tag.slug)
  }
  for (const tag of wanted.values()) list.items.push(update(new YAMLMap(), tag))
  return document.toString({ lineWidth: 0 })
}

const bySlug = (tags: readonly Tag[]) => Object.fromEntries(tags.map((tag) => [tag.slug, tag]))

const slugOf = (item: unknown): string | undefined =>
  isMap(item) ? toTag(item.toJSON() as Record<string, unknown>)?.slug : undefined

/** In characters. Parsing with comments is slow, so a longer file is rewritten without them. */
const MAX_COMMENTED = 32 * 1024

function documentOf(text: string): Document<YAMLSeq> {
  const isReadable = text.length <= MAX_COMMENTED && isYaml(text)
  const document = isReadable ? parseDocument(text, { uniqueKeys: false }) : new Document()
  if (document.errors.length > 0 || !isSeq(document.contents)) document.contents = new YAMLSeq() as never
  return document as unknown as Document<YAMLSeq>
}

function update(item: YAMLMap, { slug, label, icon, emoji, color }: Tag): YAMLMap {
  for (const [key, value] of Object.entries({ tag: slug, label, icon, emoji, color })) {
    if (value === undefined) item.delete(key)
    else if (String(item.get(key)) !== value) item.set(key, value)
  }
  return item
}
