// Descriptions in a specification: markdown of people whom nobody knows, drawn as any other text.
import type { Block } from '../../../engine/document.ts'
import { parseMarkdown } from '../../../markdown/index.ts'
import type { Context } from '../contract.ts'
import { lines } from '../inlines/text.ts'
import { type Html, html } from '../template.ts'

/** Text without any of these is no markdown. */
const MARKED = /[*_`[\]<>#|~\\&]|^\s*([-+]|\d+[.)])\s|\n\s*\n|https?:\/\/|\{%/m

/** Longer ones in the middle of a list are plain text. */
const MAX_MARKED = 20_000

export function drawDescription(text: string | undefined, context: Context): Html | undefined {
  if (text === undefined) return undefined
  const nodes = describedIn(text)
  return html`<div class="about">${nodes ? context.within().blocks(nodes) : html`<p>${lines(text)}</p>`}</div>`
}

/** The blocks of a description; undefined if it is plain text. */
export const describedIn = (text: string): Block[] | undefined =>
  text.length <= MAX_MARKED && MARKED.test(text) ? nodesOf(text) : undefined

function nodesOf(text: string): Block[] | undefined {
  try {
    return parseMarkdown(text, { title: false }).document.nodes.flatMap(tamed)
  } catch {
    // It is nested too deep.
    return undefined
  }
}

/** Sections of a description are no sections of the page, and it cannot show operations in turn. */
function tamed(block: Block): Block[] {
  if (/^(openapi|swagger|integration|reusable)/.test(block.type)) return []
  if (block.type.startsWith('heading-')) return [{ ...block, type: 'paragraph', nodes: (block.nodes ?? []).map(bold) }]
  const { nodes, fragments } = block
  return [
    {
      ...block,
      ...(nodes && {
        nodes: (nodes as Child[]).flatMap((node): Child[] => (node.object === 'block' ? tamed(node) : [node])),
      }),
      ...(fragments && { fragments: fragments.map((each) => ({ ...each, nodes: each.nodes.flatMap(tamed) })) }),
    } as Block,
  ]
}

type Child = NonNullable<Block['nodes']>[number]

const bold = (node: Child): Child =>
  node.object === 'text'
    ? {
        ...node,
        leaves: node.leaves.map((leaf) => ({ ...leaf, marks: [...leaf.marks, { object: 'mark', type: 'bold' }] })),
      }
    : node
