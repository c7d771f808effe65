// Formulas: TeX → MathML → Typst. An invalid formula is printed as source.
import katex from 'katex'
import { type HtmlElement, type HtmlNode, htmlTree, isElement } from '../../../markdown/html/tree.ts'
import { dataOf, textIn } from '../../fields.ts'
import { call, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { mathCode } from '../mathml.ts'

const OPTIONS = { output: 'mathml', trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 } as const
const MAX_LENGTH = 5000

function readFormula(formula: string, displayMode: boolean): HtmlElement | undefined {
  if (formula.length > MAX_LENGTH) return undefined
  try {
    const tree = htmlTree(katex.renderToString(formula, { ...OPTIONS, displayMode }))
    return find(tree ?? [], 'semantics')
  } catch {
    return undefined
  }
}

function find(nodes: HtmlNode[], name: string): HtmlElement | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const found = node.name === name ? node : find(node.children, name)
    if (found) return found
  }
  return undefined
}

function formulaCode(formula: string, isBlock: boolean) {
  const read = readFormula(formula, isBlock)
  const code = read?.children[0] && mathCode(read.children[0])
  return code ? call(isBlock ? 'formula' : 'inline-formula', [code]) : call('raw', [str(formula)])
}

export const math: Format = {
  layout: `
#let formula(it) = math.equation(block: true, numbering: none, it)
#let inline-formula(it) = math.equation(block: false, it)
// As content: adjacent symbols would otherwise merge into one text.
#let glyph(it) = [#symbol(it)]
#let letters(it) = math.op(it)
#let words(it) = text(font: sans, it)
#let stretched(open, it, close) = math.lr({ open; it; close })
#let digits(it) = math.upright(it)
#let space-of(width) = h(width * 1em)
#let stacked(over, under) = math.mat(delim: none, (over,), (under,))
#let sides = (left: left, right: right, center: center)
#let matrix(cells, side) = math.mat(delim: none, align: sides.at(side), column-gap: 0.8em, ..cells)
#let meeting-point = $&$.body
#let equations(..rows) = math.mat(delim: none, row-gap: 0.7em, ..rows.pos().map(cells => (cells.join(meeting-point),)))
`,
  blocks: {
    math: (block) => formulaCode(textIn(dataOf(block), 'formula') ?? '', true),
  },
  inlines: {
    'inline-math': (inline) => formulaCode(textIn(dataOf(inline), 'formula') ?? '', false),
  },
}
