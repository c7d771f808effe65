// Headings of three levels. The title of the page is the first, so theirs begin at the second.
import { textblockTypeInputRule } from 'prosemirror-inputrules'
import type { Node } from 'prosemirror-model'
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat, BlockNode, Insertion } from '../contract.ts'
import { alignClass, create, textBlock } from './making.ts'
import { ALIGN } from './paragraph.ts'

const { blocks, fields } = editorWords
const LEVELS = [1, 2, 3] as const

/** The first level of a page is its title: markdown and HTML begin at the second. */
const TAGS = { 1: ['h1', 'h2'], 2: ['h3'], 3: ['h4', 'h5', 'h6'] }
const SIGNS = { 1: '#{1,2}', 2: '#{3}', 3: '#{4,6}' }

const LABELS = { 1: blocks.heading1, 2: blocks.heading2, 3: blocks.heading3 }

/** By which the outline leads to it. */
export const headingId = ({ attrs }: Node): string => `heading-${attrs.key}`

const nodeOf = (level: 1 | 2 | 3): BlockNode =>
  textBlock(
    LABELS[level].label,
    (node) => [`h${level + 1}`, { class: alignClass(node), dir: 'auto', id: headingId(node) }, 0],
    {
      fields: [{ name: 'id', label: fields.anchor, kind: 'text' }, ALIGN],
      parseDOM: TAGS[level].map((tag) => ({ tag, attrs: { data: {} } })),
    },
  )

export const heading: BlockFormat = {
  nodes: Object.fromEntries(LEVELS.map((level) => [`heading-${level}`, nodeOf(level)])),
  insertions: LEVELS.map(
    (level): Insertion => ({
      ...LABELS[level],
      icon: 'heading',
      create: (schema) => create(schema, `heading-${level}`, {}),
    }),
  ),
  rules: (schema) =>
    LEVELS.map((level) =>
      textblockTypeInputRule(new RegExp(`^${SIGNS[level]}\\s$`), schema.nodes[`heading_${level}`]!, { data: {} }),
    ),
}
