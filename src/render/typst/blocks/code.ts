// Code: highlighted by language, long lines wrapped with an indent, the file name above. Annotations follow below the
// code.
import type { Inline } from '../../../engine/document.ts'
import { textOf } from '../../../engine/text.ts'
import { walk } from '../../../engine/walk.ts'
import { blocksIn, dataOf, fragmentOf, textIn } from '../../fields.ts'
import { array, bool, type Code, call, int, NONE, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'
import { plain } from '../text.ts'

const MAX_WORD = 48

/** Longer code is not highlighted: it is slow. */
const COLOURED_LINES = 2000

function notesOf(line: Block, at: number, context: Context): Code[] {
  return [...walk(line)].flatMap(({ node }) =>
    node.object === 'inline' && node.type === 'annotation' ? [noteOf(node, at, context)] : [],
  )
}

const noteOf = (note: Inline, at: number, context: Context): Code =>
  call('code-note', [
    int(at + 1),
    str(textOf({ ...note, fragments: [] })),
    context.within({ inNote: true }).blocks(fragmentOf(note, 'annotation-body')),
  ])

function wordsOf(line: Block): string {
  return (line.nodes ?? [])
    .map((node) => (node.object === 'inline' ? textOf({ ...node, fragments: [] }) : textOf(node)))
    .join('')
}

export const code: Format = {
  layout: `
// Typst reduces the size of code by itself; this reverts it.
#show raw: set text(font: mono, size: 1.25em)
#let code-note(line, words, it) = block(above: 0.5em, grid(
  columns: (auto, 1fr), column-gutter: 0.6em, text(0.85em, fill: dim)[Line #line, #raw(words)], text(0.85em, it),
))
#let listing(source, language, title, numbers, marked, added, removed, has-long-words, notes) = {
  let row(line) = {
    let body = if has-long-words {
      show regex("[^ ]{49,}"): word => word.text.clusters().join(sym.zws)
      line.body
    } else { line.body }
    let body = par(hanging-indent: 1.8em, leading: 0.5em, if line.text == "" { sym.zws } else { body })
    if numbers { body = grid(columns: (1.9em, 1fr), text(fill: grey, str(line.number)), body) }
    let ground = if line.number in added { rgb("#d9f2e1") } else if line.number in removed { rgb("#fbdfdc") } else if line.number in marked { rgb("#fff0b8") }
    block(above: 0.55em, below: 0.55em, width: 100%, fill: ground, outset: (x: 8pt, y: 2.4pt), body)
  }
  show raw.where(block: true): it => { set text(dir: ltr); set align(left); it.lines.map(row).join() }
  block(above: 1.3em, below: 1.3em, width: 100%, {
    if title != none {
      block(sticky: true, below: 0pt, width: 100%, fill: wash.darken(5%), inset: (x: 8pt, y: 5pt), radius: (top: 3pt), text(0.82em, font: mono, fill: dim, title))
    }
    block(
      above: 0pt, width: 100%, fill: wash, inset: (x: 8pt, y: 7pt), radius: if title == none { 3pt } else { (bottom: 3pt) },
      text(8.6pt, raw(source, lang: language, block: true, tab-size: 4)),
    )
    notes
  })
}
`,
  blocks: {
    code: (block, context) => {
      const data = dataOf(block)
      const lines = blocksIn(block)
      const texts = lines.map(wordsOf)
      const syntax = textIn(data, 'syntax')
      const title = textIn(data, 'title')
      const linesWith = (name: string, value: unknown) =>
        array(lines.flatMap((line, at) => (dataOf(line)[name] === value ? [int(at + 1)] : [])))
      return call('listing', [
        str(texts.join('\n')),
        syntax && lines.length <= COLOURED_LINES ? str(syntax) : NONE,
        title ? plain(title) : NONE,
        bool(data.lineNumbers === true),
        linesWith('highlighted', true),
        linesWith('change', 'added'),
        linesWith('change', 'removed'),
        bool(texts.some((text) => new RegExp(`\\S{${MAX_WORD + 1}}`).test(text))),
        call(
          'pile',
          lines.flatMap((line, at) => notesOf(line, at, context)),
        ),
      ])
    },
    'code-line': (block) => call('raw', [str(wordsOf(block))]),
  },
}
