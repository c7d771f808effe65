// Code: its title, its lines with or without numbers, and where it is long and expandable, the rest behind a fold.
// Diagrams are code too, which a script may turn into a picture.
import type { Block, Inline } from '../../../engine/document.ts'
import { textOf } from '../../../engine/text.ts'
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { changeOf } from '../changes.ts'
import type { Context, Format, Token } from '../contract.ts'
import { sign } from '../signs.ts'
import { attributes, type Html, html, join } from '../template.ts'

/** An expandable code of more lines is folded. */
const SHOWN_LINES = 10

/** The text of a line, without the notes of its annotations. */
const wordsOf = (line: Block): string =>
  (line.nodes ?? [])
    .map((node) => (node.object === 'inline' ? textOf({ ...node, fragments: [] } as Inline) : textOf(node)))
    .join('')

const drawToken = ({ text, kind }: Token): Html =>
  kind === undefined ? html`${text}` : html`<span class="t-${kind}">${text}</span>`

function drawLine(line: Block, tokens: readonly Token[] | undefined, context: Context): Html {
  const change = changeOf(line)?.kind
  const isPlain = change === undefined && (line.nodes ?? []).every(({ object }) => object === 'text')
  // Annotations, expressions and changed words stand in the middle of words: their line is drawn as it is.
  const body =
    isPlain && tokens
      ? join(tokens.map(drawToken))
      : join(
          (line.nodes ?? []).map((node) =>
            node.object === 'text' && change === undefined ? html`${textOf(node)}` : context.inlines([node]),
          ),
        )
  const own = attributes({ class: ['ln', dataOf(line).highlighted === true && 'lit', change] })
  return html`<span${own}>${body}\n</span>`
}

function drawLines(lines: readonly Html[], label: string, syntax: string | undefined): Html {
  const code = attributes({ 'data-language': syntax })
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code${code}>${lines}</code></pre>`
}

/** The text of a code, and its language. */
export const codeOf = (block: Block): { code: string; syntax: string | undefined } => ({
  code: blocksIn(block).map(wordsOf).join('\n'),
  syntax: textIn(dataOf(block), 'syntax'),
})

export function drawCode(block: Block, context: Context): Html {
  const data = dataOf(block)
  const lines = blocksIn(block)
  const { code, syntax } = codeOf(block)
  const title = textIn(data, 'title')
  const tokens = syntax === undefined ? undefined : context.highlight(code, syntax)
  const drawn = lines.map((line, at) => drawLine(line, tokens?.[at], context))
  const classes = [
    'code block',
    data.overflow === 'wrap' && 'wraps',
    data.lineNumbers === true && 'numbered',
    data.fullWidth === true && 'wide',
  ]
  const label = title || context.words.code
  const isFolded = data.expandable === true && drawn.length > SHOWN_LINES
  const first = drawLines(isFolded ? drawn.slice(0, SHOWN_LINES) : drawn, label, syntax)
  const rest =
    isFolded &&
    html`<details class="rest"><summary>${context.words.allLines(drawn.length)}</summary>${drawLines(drawn.slice(SHOWN_LINES), label, syntax)}</details>`
  const copy = html`<button type="button" class="copy scripted" data-copy aria-label="${context.words.copyCode}">${sign('copy')}</button>`
  const button = context.isQuiet ? undefined : copy
  const head = title ? html`<header><span class="file">${title}</span>${button}</header>` : button
  return html`<div${attributes({ class: classes })}>${head}${first}${rest}</div>`
}

export const code: Format = {
  blocks: {
    code: (block, context) => {
      const isDiagram = textIn(dataOf(block), 'syntax')?.toLowerCase() === 'mermaid'
      if (!isDiagram) return drawCode(block, context)
      const { diagram, code } = context.words
      return html`<figure class="diagram" data-diagram="mermaid"><lectern-diagram data-title="${diagram}" data-code="${code}">${drawCode(block, context)}</lectern-diagram></figure>`
    },
    'code-line': (block) => html`<pre class="line"><code>${wordsOf(block)}</code></pre>`,
  },
}
