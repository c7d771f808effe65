// Blocks that arrange other blocks: tabs, steps, columns, conditions, updates and prompts.
import type { Node, Schema } from 'prosemirror-model'
import { shareClass } from '../../../render/html/pictures.ts'
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { container, create, dataOf, paragraphOf, SETTING } from './making.ts'

const { blocks, fields } = editorWords

const part = (schema: Schema, type: string, data: Record<string, unknown> = {}): Node =>
  create(schema, type, data, [paragraphOf(schema)])

/** A line that belongs to the settings of its block. */
const fixed = (className: string, text: string) =>
  ['p', { class: `${className} ${SETTING}`, contenteditable: 'false', title: editorWords.doubleClick }, text] as const

export const tabs: BlockFormat = {
  nodes: {
    tabs: {
      ...container(blocks.tabs.label, 'tabs_item+', () => ['div', { class: 'tabset block' }, 0]),
      isolating: true,
      fields: [{ name: 'fullWidth', label: fields.fullWidth, kind: 'switch' }],
    },
    'tabs-item': {
      ...container(undefined, 'block+', (node) => [
        'div',
        { class: 'tab' },
        fixed('tab-name', String(dataOf(node).title ?? '') || fields.untitledTab),
        ['div', { class: 'panel' }, 0],
      ]),
      isolating: true,
      label: blocks.tab,
      fields: [
        { name: 'title', label: fields.title, kind: 'text' },
        { name: 'icon', label: fields.icon, kind: 'text' },
      ],
    },
  },
  insertions: [
    {
      ...blocks.tabs,
      icon: 'tabs',
      create: (schema) =>
        create(schema, 'tabs', {}, [
          part(schema, 'tabs-item', { title: fields.firstTab }),
          part(schema, 'tabs-item', { title: fields.secondTab }),
        ]),
    },
  ],
}

export const stepper: BlockFormat = {
  nodes: {
    stepper: {
      ...container(blocks.stepper.label, 'stepper_step+', () => ['ol', { class: 'stepper block' }, 0]),
      isolating: true,
    },
    'stepper-step': { ...container(undefined, 'block+', () => ['li', 0]), label: blocks.step, isolating: true },
  },
  insertions: [
    {
      ...blocks.stepper,
      icon: 'steps',
      create: (schema) => {
        const step = () => create(schema, 'stepper-step', {}, [create(schema, 'heading-3', {}), paragraphOf(schema)])
        return create(schema, 'stepper', {}, [step(), step()])
      },
    },
  ],
}

export const columns: BlockFormat = {
  nodes: {
    columns: {
      ...container(blocks.columns.label, 'column+', () => ['div', { class: 'side-by-side block' }, 0]),
      isolating: true,
    },
    column: {
      ...container(undefined, 'block+', (node) => {
        const { verticalAlignment: stand, width } = dataOf(node)
        const classes = ['column', shareClass(width), (stand === 'middle' || stand === 'bottom') && stand]
        return ['div', { class: classes.filter(Boolean).join(' ') }, 0]
      }),
      isolating: true,
      label: blocks.column,
      fields: [
        { name: 'width', label: fields.width, kind: 'share' },
        {
          name: 'verticalAlignment',
          label: fields.align,
          kind: [
            { value: '', label: fields.top },
            { value: 'middle', label: fields.middle },
            { value: 'bottom', label: fields.bottom },
          ],
        },
      ],
    },
  },
  insertions: [
    {
      ...blocks.columns,
      icon: 'columns',
      create: (schema) => {
        const parts = [part(schema, 'column'), part(schema, 'column')]
        return schema.nodes.columns!.create({ data: {}, isVoid: false }, parts)
      },
    },
  ],
}

export const condition: BlockFormat = {
  nodes: {
    if: {
      ...container(blocks.condition.label, 'block+', (node) => [
        'div',
        { class: 'provided' },
        fixed('condition', fields.onlyIf(String(dataOf(node).expression ?? ''))),
        ['div', 0],
      ]),
      fields: [{ name: 'expression', label: fields.condition, kind: 'text' }],
    },
  },
  insertions: [
    {
      ...blocks.condition,
      icon: 'branch',
      isAsking: true,
      create: (schema) => part(schema, 'if', { expression: 'true' }),
    },
  ],
}

export const updates: BlockFormat = {
  nodes: {
    updates: { ...container(blocks.updates.label, 'update+', () => ['div', { class: 'updates' }, 0]), isolating: true },
    update: {
      ...container(undefined, 'block+', (node) => [
        'div',
        { class: 'update' },
        ['div', { class: 'when', contenteditable: 'false' }, ['time', String(dataOf(node).date ?? '')]],
        ['div', { class: 'what' }, 0],
      ]),
      label: blocks.update,
      fields: [{ name: 'date', label: fields.date, kind: 'date' }],
    },
  },
  insertions: [
    {
      ...blocks.updates,
      icon: 'clock',
      create: (schema) => {
        const date = new Date().toISOString().slice(0, 10)
        return create(schema, 'updates', {}, [part(schema, 'update', { date })])
      },
    },
  ],
}

export const prompt: BlockFormat = {
  nodes: {
    prompt: {
      ...container(blocks.prompt.label, 'block+', (node) => [
        'div',
        { class: 'prompt block' },
        fixed('name', String(dataOf(node).description ?? '')),
        ['div', 0],
      ]),
      fields: [
        { name: 'description', label: fields.description, kind: 'text' },
        { name: 'icon', label: fields.icon, kind: 'text' },
        { name: 'openInAIProviders', label: fields.openInAssistants, kind: 'switch' },
      ],
    },
  },
  insertions: [
    {
      ...blocks.prompt,
      icon: 'spark',
      create: (schema) =>
        create(schema, 'prompt', { description: fields.promptFor }, [
          create(schema, 'code', {}, [create(schema, 'code-line', {})]),
        ]),
    },
  ],
}
