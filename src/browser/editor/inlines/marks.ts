// Marks of text, in the order in which documents list them.

import { toggleMark } from 'prosemirror-commands'
import { InputRule } from 'prosemirror-inputrules'
import type { Mark, MarkSpec, MarkType, Schema } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { colorClass } from '../../../render/html/inlines/text.ts'

/** Its type in documents is `code`, which is also the name of a block. */
const CODE = 'code_text'

export const markNameOf = (type: string): string => (type === 'code' ? CODE : type)
export const markTypeOf = ({ type: { name } }: Mark): string => (name === CODE ? 'code' : name)

const DATA = { data: { default: null } }

const tagged = (tag: string, others: readonly string[], styles: readonly string[] = []): MarkSpec => ({
  attrs: DATA,
  toDOM: () => [tag, 0],
  parseDOM: [...[tag, ...others].map((each) => ({ tag: each })), ...styles.map((style) => ({ style }))],
})

const colors = ({ attrs }: Mark): string | undefined =>
  [colorClass('ink', attrs.data?.text), colorClass('ground', attrs.data?.background)].filter(Boolean).join(' ') ||
  undefined

export const marks: Record<string, MarkSpec> = {
  color: { attrs: DATA, toDOM: (mark) => ['span', { class: colors(mark) }, 0] },
  italic: tagged('em', ['i'], ['font-style=italic']),
  bold: {
    attrs: DATA,
    toDOM: () => ['strong', 0],
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps all that it copies.
      { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d\d)$/.test(value) && null },
    ],
  },
  strikethrough: tagged('s', ['del', 'strike'], ['text-decoration=line-through']),
  superscript: tagged('sup', []),
  subscript: tagged('sub', []),
  keyboard: tagged('kbd', []),
  [CODE]: tagged('code', ['tt', 'samp']),
  /** A mark of a type that the editor does not know. */
  other: { attrs: { mark: {} }, excludes: '', toDOM: () => ['span', 0] },
}

/** Marks mean nothing in code. */
export const toggle =
  (type: MarkType): Command =>
  (state, dispatch, view) =>
    !state.selection.$from.parent.type.spec.code && toggleMark(type)(state, dispatch, view)

export const markKeys = (schema: Schema): Record<string, Command> => ({
  'Mod-b': toggle(schema.marks.bold!),
  'Mod-i': toggle(schema.marks.italic!),
  'Mod-e': toggle(schema.marks[CODE]!),
  'Mod-Shift-x': toggle(schema.marks.strikethrough!),
})

/** Typed markdown: the text between the signs gets the mark. */
const between = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = '', text = ''] = match
    if (state.doc.rangeHasMark(start, end, state.schema.marks[CODE]!)) return null
    if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null
    const from = start + before.length
    const opening = whole.indexOf(text, before.length) - before.length
    const transaction = state.tr
    // The last sign is not in the document yet.
    transaction.delete(from + opening + text.length, end)
    transaction.delete(from, from + opening)
    transaction.addMark(from, from + text.length, type.create())
    return transaction.removeStoredMark(type)
  })

/** A formula between dollar signs, as markdown has it. */
const formula = (schema: Schema): InputRule =>
  new InputRule(/\$\$([^$\s][^$]*)\$\$$/, (state, [, tex], start, end) =>
    state.tr.replaceWith(start, end, schema.nodes.inline_math!.create({ data: { formula: tex }, isVoid: true })),
  )

export const markRules = (schema: Schema): InputRule[] => [
  formula(schema),
  between(/(^|[^*\w])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, schema.marks.bold!),
  between(/(^|[^_\w])__([^\s_](?:[^_]*[^\s_])?)__$/, schema.marks.bold!),
  between(/(^|[^*\w])\*([^\s*](?:[^*]*[^\s*])?)\*$/, schema.marks.italic!),
  between(/(^|[^_\w])_([^\s_](?:[^_]*[^\s_])?)_$/, schema.marks.italic!),
  between(/(^|[^`])`([^`]+)`$/, schema.marks[CODE]!),
  between(/(^|[^~])~~([^\s~](?:[^~]*[^\s~])?)~~$/, schema.marks.strikethrough!),
]
