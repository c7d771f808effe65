// Replaces nodes that the contract of public clients lacks: updates and prompts become plain blocks, action buttons
// become links that trigger the action in the renderer.
import { isContentRef } from '../../engine/content-ref.ts'
import type { Block, Inline, Mark } from '../../engine/document.ts'
import { dateText } from '../../render/typst/dates.ts'

type Element = Block | Inline
type Data = Record<string, unknown>

const REPLACED: Record<string, (node: never) => readonly Element[]> = {
  updates: ({ nodes = [] }: Block) => nodes as Block[],
  update: ofUpdate,
  prompt: ofPrompt,
  button: ofButton,
}

/** The replacement nodes, or the node itself if the contract has it. */
export const toContractNodes = (node: Element): readonly Element[] =>
  Object.hasOwn(REPLACED, node.type) ? REPLACED[node.type]!(node as never) : [node]

function ofUpdate({ key, data = {}, nodes = [] }: Block): Element[] {
  const tags = (Array.isArray(data.tags) ? data.tags : []).flatMap((ref) =>
    isContentRef(ref) && ref.kind === 'tag' ? ref.tag : [],
  )
  const date = typeof data.date === 'string' && data.date !== '' ? dateText(data.date) : undefined
  return [
    ...(date === undefined ? [] : [line('heading-2', date, named(key, 'date'))]),
    ...(tags.length === 0 ? [] : [line('paragraph', tags.join(', '), named(key, 'tags'), ['italic'])]),
    ...(nodes as Block[]),
  ]
}

function ofPrompt({ key, data = {}, nodes = [] }: Block): Element[] {
  const { description } = data as { description?: unknown }
  const [first, ...others] = nodes as Block[]
  if (typeof description !== 'string' || description === '') return nodes as Block[]
  const isUntitled = first?.type === 'code' && !first.data?.title
  if (isUntitled) return [{ ...first, data: { ...first.data, title: description } }, ...others]
  return [line('paragraph', description, named(key, 'description'), ['bold']), ...(nodes as Block[])]
}

/** Query parameters that open the renderer's search and assistant. */
const OPENED_BY: Record<string, string> = { search: 'q', ask: 'ask' }

function ofButton(button: Inline): Element[] {
  const data: Data = button.data ?? {}
  if (data.ref) return [button]
  const { action, query } = (data.action ?? {}) as { action?: unknown; query?: unknown }
  const parameter = typeof action === 'string' && Object.hasOwn(OPENED_BY, action) ? OPENED_BY[action]! : undefined
  const url = parameter === undefined ? '#' : `?${new URLSearchParams({ [parameter]: String(query ?? '') })}`
  return [{ ...button, data: { ...data, ref: { kind: 'url', url } } }]
}

const named = (key: string | undefined, part: string) => (key === undefined ? {} : { key: `${key}-${part}` })

function line(type: string, text: string, key: { key?: string }, marks: string[] = []): Block {
  const leaf = { object: 'leaf' as const, text, marks: marks.map((mark): Mark => ({ object: 'mark', type: mark })) }
  return { object: 'block', type, ...key, data: {}, nodes: [{ object: 'text', leaves: [leaf] }] }
}
