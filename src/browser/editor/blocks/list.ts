// Lists: bulleted, numbered, and task lists.
import { InputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { Node, Schema } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { container, create, dataOf, paragraphOf } from './making.ts'

const { blocks, fields } = editorWords

const startOf = (node: Node): number | undefined => {
  const { start } = dataOf(node)
  return Number.isInteger(start) && start !== 1 ? (start as number) : undefined
}

const createList = (type: string, item: Record<string, unknown>) => (schema: Schema) =>
  create(schema, type, {}, [create(schema, 'list-item', item, [paragraphOf(schema)])])

const isChecked = (dom: HTMLElement): boolean | undefined => {
  const box = dom.querySelector<HTMLInputElement>(':scope > input[type=checkbox], :scope > p > input[type=checkbox]')
  return box?.checked
}

export const list: BlockFormat = {
  nodes: {
    'list-unordered': {
      ...container(blocks.bullets.label, 'list_item+', () => ['ul', { class: 'list' }, 0]),
      parseDOM: [{ tag: 'ul', attrs: { data: {} } }],
    },
    'list-ordered': {
      ...container(blocks.numbers.label, 'list_item+', (node) => ['ol', { class: 'list', start: startOf(node) }, 0]),
      fields: [{ name: 'start', label: fields.startNumber, kind: 'number' }],
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (dom) => ({
            data: (dom as HTMLOListElement).start > 1 ? { start: (dom as HTMLOListElement).start } : {},
          }),
        },
      ],
    },
    'list-tasks': {
      ...container(blocks.tasks.label, 'list_item+', () => ['ul', { class: 'tasks' }, 0]),
      parseDOM: [
        {
          tag: 'ul',
          priority: 60,
          getAttrs: (dom) =>
            dom.firstElementChild && isChecked(dom.firstElementChild as HTMLElement) !== undefined
              ? { data: {} }
              : false,
        },
      ],
    },
    'list-item': {
      ...container(undefined, 'block+', () => ['li', 0]),
      parseDOM: [
        {
          tag: 'li',
          getAttrs: (dom) => {
            const checked = isChecked(dom)
            return { data: checked === undefined ? {} : { checked } }
          },
        },
      ],
    },
  },
  insertions: [
    { ...blocks.bullets, icon: 'bullets', create: createList('list-unordered', {}) },
    { ...blocks.numbers, icon: 'numbers', create: createList('list-ordered', {}) },
    { ...blocks.tasks, icon: 'tasks', create: createList('list-tasks', { checked: false }) },
  ],
  rules: (schema) => [
    wrappingInputRule(/^\s*[-+*]\s$/, schema.nodes.list_unordered!, { data: {} }),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      schema.nodes.list_ordered!,
      ([, start]) => ({ data: Number(start) === 1 ? {} : { start: Number(start) } }),
      (match, node) => node.childCount + Number(dataOf(node).start ?? 1) === Number(match[1]),
    ),
    new InputRule(/^\s*\[([ x]?)\]\s$/, (state, [, sign], start, end) => {
      const $at = state.doc.resolve(start)
      const isDone = { data: { checked: sign === 'x' } }
      const transaction = state.tr.delete(start, end)
      const list = $at.depth >= 3 && $at.node(-1).type === schema.nodes.list_item ? $at.node(-2) : undefined
      if (list) {
        // `- [ ] ` begins a task list, too.
        if (list.childCount > 1 || $at.index(-1) > 0) return null
        transaction.setNodeMarkup($at.before(-2), schema.nodes.list_tasks, { ...list.attrs, data: {} })
        return transaction.setNodeMarkup($at.before(-1), null, { ...$at.node(-1).attrs, ...isDone })
      }
      const range = transaction.doc.resolve(start).blockRange()
      const wraps = [
        { type: schema.nodes.list_tasks!, attrs: { data: {} } },
        { type: schema.nodes.list_item!, attrs: isDone },
      ]
      return range && $at.parent.type === schema.nodes.paragraph ? transaction.wrap(range, wraps) : null
    }),
  ],
  keys: (schema) => {
    const item = schema.nodes.list_item!
    return {
      // A new task is not done yet.
      Enter: (state, dispatch) => {
        const around = state.selection.$from.node(-2)
        const isTask = around?.type.name === 'list_tasks'
        return splitListItem(item, { data: isTask ? { checked: false } : {}, key: null })(state, dispatch)
      },
      Tab: sinkListItem(item),
      'Shift-Tab': liftListItem(item),
    }
  },
}
