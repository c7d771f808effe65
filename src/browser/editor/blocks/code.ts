// Code: a block of lines. Every line is a node of its own, so that notes, highlights and merges know their line.
import { InputRule } from 'prosemirror-inputrules'
import { Fragment } from 'prosemirror-model'
import { type Command, TextSelection } from 'prosemirror-state'
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { container, create, dataOf, textBlock } from './making.ts'

const { blocks, fields } = editorWords

/** Those that people look for; any other can be typed. */
const LANGUAGES =
  'bash c clojure cpp csharp css dart diff docker elixir elm erlang fsharp go graphql groovy haskell hcl html http ini java javascript json json5 jsx julia kotlin latex less lua makefile markdown mdx mermaid nginx nix objective-c ocaml perl php plaintext powershell prisma protobuf python r razor regex ruby rust sass scala scss shell solidity sql svelte swift terraform toml tsx typescript typst vb vue wasm xml yaml zig'.split(
    ' ',
  )

const inCode: (command: Command) => Command = (command) => (state, dispatch, view) =>
  state.selection.$from.parent.type.name === 'code_line' && command(state, dispatch, view)

/** Leaves the code, to a new paragraph below it. */
const leave: Command = (state, dispatch) => {
  const { $to } = state.selection
  const after = $to.after(-1)
  const transaction = state.tr.insert(after, state.schema.nodes.paragraph!.create({ data: {} }))
  dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, after + 1)).scrollIntoView())
  return true
}

/** Two spaces; `Tab` leaves the editor elsewhere, never in the middle of code. */
const indent: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText('  '))
  return true
}

/** Pages name the language of code in a class. */
const languageOf = (dom: HTMLElement): { syntax?: string } => {
  const classes = `${dom.className} ${dom.querySelector('code')?.className ?? ''}`
  const syntax = /\b(?:language|lang|highlight-source)-([\w+#.-]+)/.exec(classes)?.[1]
  return syntax ? { syntax } : {}
}

export const code: BlockFormat = {
  nodes: {
    code: {
      ...container(blocks.code.label, 'code_line+', (node) => {
        const { title, syntax, overflow, lineNumbers } = dataOf(node)
        const classes = ['code block', overflow === 'wrap' && 'wraps', lineNumbers === true && 'numbered']
        const head = [
          'header',
          { contenteditable: 'false' },
          ['span', { class: 'file' }, String(title || syntax || fields.plain)],
        ]
        return [
          'div',
          { class: classes.filter(Boolean).join(' ') },
          head,
          ['pre', { spellcheck: 'false' }, ['code', 0]],
        ]
      }),
      code: true,
      isolating: true,
      parseDOM: [
        {
          tag: 'pre',
          preserveWhitespace: 'full',
          getAttrs: (dom) => ({ data: languageOf(dom) }),
          getContent: (dom, schema) =>
            Fragment.from(
              (dom.textContent ?? '')
                .replace(/\n$/, '')
                .split('\n')
                .map((line) => create(schema, 'code-line', {}, line === '' ? [] : [schema.text(line)])),
            ),
        },
      ],
      fields: [
        { name: 'syntax', label: fields.language, kind: 'text', among: LANGUAGES },
        { name: 'title', label: fields.title, kind: 'text' },
        { name: 'lineNumbers', label: fields.lineNumbers, kind: 'switch' },
        { name: 'expandable', label: fields.expandable, kind: 'switch' },
        {
          name: 'overflow',
          label: fields.longLines,
          kind: [
            { value: '', label: fields.scroll },
            { value: 'wrap', label: fields.wrap },
          ],
        },
        { name: 'fullWidth', label: fields.fullWidth, kind: 'switch' },
      ],
    },
    'code-line': {
      ...textBlock('', (node) => ['span', { class: dataOf(node).highlighted === true ? 'ln lit' : 'ln' }, 0]),
      group: 'line',
      code: true,
      whitespace: 'pre',
    },
  },
  insertions: [
    {
      ...blocks.code,
      icon: 'code',
      create: (schema) => create(schema, 'code', {}, [create(schema, 'code-line', {})]),
    },
  ],
  rules: (schema) => [
    new InputRule(/^```([\w+#.-]{0,40})\s$/, (state, [, syntax], start) => {
      const at = state.doc.resolve(start)
      if (at.parent.type.name !== 'paragraph') return null
      const made = create(schema, 'code', syntax ? { syntax } : {}, [create(schema, 'code-line', {})])
      const transaction = state.tr.replaceRangeWith(at.before(), at.after(), made)
      return transaction.setSelection(TextSelection.create(transaction.doc, at.before() + 2))
    }),
  ],
  keys: () => ({
    'Mod-Enter': inCode(leave),
    Tab: inCode(indent),
    ArrowDown: inCode((state, dispatch) => {
      const { $to, empty } = state.selection
      const isLast = $to.index(-1) === $to.node(-1).childCount - 1 && $to.parentOffset === $to.parent.content.size
      const hasAfter = $to.after(-1) < state.doc.content.size
      return empty && isLast && !hasAfter && leave(state, dispatch)
    }),
  }),
}
