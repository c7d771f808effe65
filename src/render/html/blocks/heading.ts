// Headings with a link to themselves. The title of the page is the first level, so theirs begin at the second.
import { headingLevel } from '../../../engine/anchors.ts'
import { textOf } from '../../../engine/text.ts'
import type { Block, BlockWriter, Context, Format } from '../contract.ts'
import { attributes, element, type Html, html } from '../template.ts'
import { anchorUrl } from '../url.ts'
import { alignmentOf, otherDirection } from './paragraph.ts'

/** Places that former links to a block lead to. */
export const formerAnchors = (block: Block, context: Context): Html[] =>
  context.aliasesOf(block).map((alias) => html`<span id="${alias}"></span>`)

const heading: BlockWriter = (block, context) => {
  const id = context.anchorOf(block)
  const body = context.inlines(block.nodes)
  const own = attributes({ id, class: [alignmentOf(block)], dir: otherDirection(block, context) })
  const label = `${context.words.linkToSection}: ${textOf(block)}`
  const mark =
    id !== undefined && !context.isQuiet && html`<a class="mark" href="${anchorUrl(id)}" aria-label="${label}">#</a>`
  const level = Math.min(headingLevel(block) + 1, 6)
  return element(`h${level}`, own, html`${formerAnchors(block, context)}${mark}${body}`)
}

export const headings: Format = {
  blocks: {
    'heading-1': heading,
    'heading-2': heading,
    'heading-3': heading,
    'heading-4': heading,
    'heading-5': heading,
    'heading-6': heading,
  },
}
