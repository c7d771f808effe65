// Changes from one version of a document to another: a bar, a sign and words around what changed.
import { type AttributeChange, type Change, changeOf } from '../../engine/comparison/change.ts'
import type { Block, Inline, Mark } from '../../engine/document.ts'
import { isSet } from '../fields.ts'
import type { Context } from './contract.ts'
import { resolve } from './references.ts'
import { attributes, type Html, html, NOTHING } from './template.ts'
import { type ChangeWords, ENGLISH_CHANGES } from './words.ts'

export { changeOf }

/** The body of a block with what changed of it. */
export function drawChange(change: Change, body: Html, context: Context, drawFormer: (block: Block) => Html): Html {
  const words = context.changes ?? ENGLISH_CHANGES
  const { kind, attributes: noted = [], was } = change
  const label = html`<span class="sr">${words.kinds[kind]}: </span>`
  const why = kind === 'moved' ? html`<p class="why">${words.kinds.moved}</p>` : undefined
  const former = was && html`<div class="former"><p class="why">${words.before}</p>${drawFormer(was)}</div>`
  const own = attributes({ class: ['change', kind] })
  return html`<div${own}>${why ?? label}${drawNotes(noted, words, context)}${former}${body}</div>`
}

function drawNotes(noted: readonly AttributeChange[], words: ChangeWords, context: Context): Html {
  if (noted.length === 0) return NOTHING
  return html`<ul class="noted">${noted.map((each) => html`<li>${drawNote(each, words, context)}</li>`)}</ul>`
}

function drawNote({ name, before, after }: AttributeChange, words: ChangeWords, context: Context): Html {
  const label = Object.hasOwn(words.names, name) ? words.names[name]! : spelled(name)
  const [old, now] = [said(before, words, context), said(after, words, context)]
  if (old === undefined || now === undefined) return html`${label}: ${words.changed}`
  return html`${label}: <del>${old || words.nothing}</del> <ins>${now || words.nothing}</ins>`
}

/** `lineNumbers` → `Line numbers`. */
function spelled(name: string): string {
  const text = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MAX_SAID = 200

/** Undefined for what cannot be said in a few words. */
function said(value: unknown, words: ChangeWords, context: Context): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'string' || typeof value === 'number') return String(value).slice(0, MAX_SAID)
  if (isSet(value) && typeof value.kind === 'string') return resolve(value, context).title.slice(0, MAX_SAID)
  return undefined
}

/** Words, or an inline without words. */
export function drawChangedWords(node: Mark | Inline, body: Html): Html {
  const kind = changeOf(node)?.kind
  if (kind === undefined) return body
  if (kind === 'added') return html`<ins>${body}</ins>`
  if (kind === 'removed') return html`<del>${body}</del>`
  return html`<span class="restyled">${body}</span>`
}
