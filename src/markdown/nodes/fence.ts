// Fences that represent integration blocks: the language names the block, the text is a property, and `name="value"`
// after the language are others. Other properties are written as a tag.

import type { Code } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { voidBlock } from '../model.ts'
import type { Fence } from '../options.ts'

const META = /^(?:[A-Za-z][\w-]*="[^"]*"(?:[ \t]+|$))*$/
const PAIR = /([A-Za-z][\w-]*)="([^"]*)"/g

/** Returns the block of a fence; undefined if it is code. */
export function blockOfFence({ lang, meta, value }: Code, fences: readonly Fence[]): Block | undefined {
  const fence = fences.find(({ language }) => language === lang)
  const props = fence && propsIn(meta ?? '', fence.body)
  if (!fence || !props) return undefined
  const { integration, block, body } = fence
  return voidBlock('integration', { integration, block, props: { ...props, [body]: value } })
}

/** Returns undefined for other text, or for duplicate names. */
function propsIn(meta: string, body: string): Record<string, string> | undefined {
  if (!META.test(meta)) return undefined
  const pairs = [...meta.matchAll(PAIR)].map(([, name, value]) => [name!, value!] as const)
  const names = new Set(pairs.map(([name]) => name))
  return names.size < pairs.length || names.has(body) ? undefined : Object.fromEntries(pairs)
}

/** Returns the fence that reads back as exactly this block, if any. */
export function fenceOfBlock({ data = {} }: Block, fences: readonly Fence[]): Code | undefined {
  const { integration, block, props, ...more } = data
  const fence = fences.find((each) => each.integration === integration && each.block === block)
  const isFirst = fence && fences.find(({ language }) => language === fence.language) === fence
  if (!isFirst || Object.keys(more).length > 0 || !isPlainObject(props)) return undefined
  const { [fence.body]: value, ...others } = props
  const pairs = Object.entries(others)
  if (typeof value !== 'string' || /[\r\0]/.test(value) || !pairs.every(isPair)) return undefined
  return { type: 'code', lang: fence.language, meta: pairs.map(([k, v]) => `${k}="${v}"`).join(' ') || null, value }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text after the language is Markdown: it has escapes and character references. */
const isPair = ([name, value]: [string, unknown]): boolean =>
  /^[A-Za-z][\w-]*$/.test(name) && typeof value === 'string' && !/["\\&`\r\n\t\0{}]/.test(value)
