// Formulas: TeX → MathML. What KaTeX writes is read again, and only known elements and attributes are kept.
import katex from 'katex'
import { type HtmlNode, htmlTree, isElement } from '../../markdown/html/tree.ts'
import { attributes, element, type Html, html, join } from './template.ts'

const OPTIONS = { output: 'mathml', trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 } as const
const MAX_LENGTH = 5000

/** The formula as MathML; undefined if it cannot be read. Takes about a millisecond: prepare formulas beforehand. */
export function drawFormula(formula: string, displayMode: boolean): Html | undefined {
  if (formula.length > MAX_LENGTH) return undefined
  try {
    const tree = htmlTree(katex.renderToString(formula, { ...OPTIONS, displayMode }))
    return tree && join(tree.map(drawNode))
  } catch {
    return undefined
  }
}

/** What is wrong with a formula; undefined if it can be read. */
export function findFormulaFault(formula: string): string | undefined {
  if (formula.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`
  try {
    katex.renderToString(formula, OPTIONS)
    return undefined
  } catch (error) {
    if (!(error instanceof katex.ParseError)) return 'it is too long for its form'
    return `${error.rawMessage.replaceAll("'EOF'", 'the end')} (character ${error.position + 1})`
  }
}

const ELEMENTS = new Set(
  `math semantics annotation mrow mi mn mo mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot
  mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose mmultiscripts mprescripts none`.split(/\s+/),
)

const ATTRIBUTES = new Set(
  `display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy fence separator accent
  accentunder lspace rspace width height depth voffset minsize maxsize linethickness columnalign columnspacing
  columnlines rowspacing rowlines rowalign notation largeop movablelimits symmetric encoding side form`.split(/\s+/),
)

function drawNode(node: HtmlNode): Html {
  if (node.kind === 'text') return html`${node.value}`
  if (!isElement(node)) return html``
  const children = join(node.children.map(drawNode))
  if (!ELEMENTS.has(node.name)) return children
  const own = Object.entries(node.attributes).filter(([name]) => ATTRIBUTES.has(name))
  return element(node.name, attributes(Object.fromEntries(own)), children)
}
