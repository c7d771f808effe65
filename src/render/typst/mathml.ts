// Converts the MathML of KaTeX to Typst functions. Every symbol is a string value.
import { type HtmlElement, type HtmlNode, isElement } from '../../markdown/html/tree.ts'
import { all, array, type Code, call, num, str } from './code.ts'

type Writer = (element: HtmlElement, depth: number) => Code

const MAX_DEPTH = 24

class TooDeep extends Error {}

/** Undefined if it is nested too deeply. */
export function mathCode(node: HtmlNode): Code | undefined {
  try {
    return write(node, 0)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

function write(node: HtmlNode | undefined, depth: number): Code {
  if (!isElement(node)) return all([])
  if (depth > MAX_DEPTH) throw new TooDeep()
  return (WRITERS[node.name] ?? row)(node, depth + 1)
}

const parts = (element: HtmlElement) => element.children.filter((child) => isElement(child))
const textOf = (element: HtmlElement): string =>
  element.children.map((child) => (child.kind === 'text' ? child.value : '')).join('')

const row: Writer = (element, depth) => {
  const [first, ...rest] = parts(element)
  const last = rest.at(-1)
  if (isFence(first) && isFence(last))
    return call('stretched', [write(first, depth), inner(rest.slice(0, -1), depth), write(last, depth)])
  if (isFence(first)) return call('stretched', [write(first, depth), inner(rest, depth), all([])])
  return inner(parts(element), depth)
}

const inner = (nodes: readonly HtmlNode[], depth: number): Code => all(nodes.map((node) => write(node, depth)))

const isFence = (node: HtmlNode | undefined): boolean =>
  isElement(node, 'mo') && node.attributes.fence === 'true' && [...textOf(node)].length === 1

const VARIANTS: Record<string, string> = {
  bold: 'math.bold',
  italic: 'math.italic',
  'bold-italic': 'math.bold',
  'double-struck': 'math.bb',
  script: 'math.cal',
  fraktur: 'math.frak',
  'sans-serif': 'math.sans',
  monospace: 'math.mono',
  normal: 'math.upright',
}

const INVISIBLE = /^[\u2061-\u2064\u200b\ufeff]*$/

const sign: Writer = (element) => {
  const text = textOf(element)
  if (INVISIBLE.test(text)) return all([])
  const isOne = [...text].length === 1
  const body = isOne ? call('glyph', [str(text)]) : call('letters', [str(text)])
  const variant = VARIANTS[element.attributes.mathvariant ?? '']
  return variant && (isOne || variant !== 'math.upright') ? call(variant, [body]) : body
}

const words: Writer = (element) => call('words', [str(textOf(element).replaceAll('\u00a0', ' '))])

const attached =
  (...places: string[]): Writer =>
  (element, depth) => {
    const [base, ...scripts] = parts(element)
    const named = Object.fromEntries(places.map((place, at) => [place, write(scripts[at], depth)]))
    return call('math.attach', [write(base, depth)], named)
  }

const BRACES: Record<string, string> = {
  '⏞': 'math.overbrace',
  '⏟': 'math.underbrace',
  '⏠': 'math.overparen',
  '⎴': 'math.overbracket',
  '⎵': 'math.underbracket',
  '‾': 'math.overline',
  '¯': 'math.overline',
  _: 'math.underline',
}
const ACCENTS: Record<string, string> = {
  '^': '\u0302',
  '~': '\u0303',
  ˊ: '\u0301',
  ˋ: '\u0300',
  '˙': '\u0307',
  '¨': '\u0308',
  ˇ: '\u030c',
  '˘': '\u0306',
  ˉ: '\u0304',
  '→': '\u20d7',
  '⃗': '\u20d7',
  '˚': '\u030a',
}

const limits =
  (...places: ('t' | 'b')[]): Writer =>
  (element, depth) => {
    const [base, ...scripts] = parts(element)
    const only = scripts.length === 1 && isElement(scripts[0], 'mo') ? textOf(scripts[0]) : ''
    if (BRACES[only]) return call(BRACES[only], [write(base, depth)])
    if (element.attributes.accent === 'true' && ACCENTS[only])
      return call('math.accent', [write(base, depth), str(ACCENTS[only])])
    const named = Object.fromEntries(places.map((place, at) => [place, write(scripts[at], depth)]))
    return call('math.attach', [call('math.limits', [write(base, depth)])], named)
  }

const SIDES = ['left', 'right', 'center']

const table: Writer = (element, depth) => {
  const rows = parts(element).map((line) => parts(line as HtmlElement).map((cell) => write(cell, depth + 1)))
  const [side = 'center', other] = (element.attributes.columnalign ?? '').split(' ')
  // Aligned equations: the right-aligned part meets the left-aligned one.
  if (side === 'right' && other === 'left')
    return call(
      'equations',
      rows.map((cells) => array(cells)),
    )
  const width = Math.max(1, ...rows.map((cells) => cells.length))
  const filled = rows.map((cells) => array([...cells, ...Array.from({ length: width - cells.length }, () => all([]))]))
  return call('matrix', [array(filled), str(SIDES.includes(side) ? side : 'center')])
}

const MAX_WIDTH = 10

/** A width in ems, the unit of KaTeX. */
const widthOf = (text: string | undefined): number =>
  Math.min(Number(/^(-?[\d.]+)em$/.exec(text ?? '')?.[1] ?? 0.17), MAX_WIDTH)

const WRITERS: Record<string, Writer> = {
  mi: sign,
  mn: (element) => (textOf(element).length === 1 ? sign(element, 0) : call('digits', [str(textOf(element))])),
  mo: sign,
  mtext: words,
  mspace: (element) => call('space-of', [num(widthOf(element.attributes.width))]),
  mstyle: (element, depth) => {
    const body = row(element, depth)
    const style = element.attributes.displaystyle
    return style === 'true' ? call('math.display', [body]) : style === 'false' ? call('math.inline', [body]) : body
  },
  mfrac: (element, depth) => {
    const [over, under] = parts(element).map((part) => write(part, depth))
    const isBinomial = element.attributes.linethickness?.startsWith('0')
    return call(isBinomial ? 'stacked' : 'math.frac', [over ?? all([]), under ?? all([])])
  },
  msqrt: (element, depth) => call('math.sqrt', [inner(parts(element), depth)]),
  mroot: (element, depth) => {
    const [body, index] = parts(element)
    return call('math.root', [write(index, depth), write(body, depth)])
  },
  msub: attached('b'),
  msup: attached('t'),
  msubsup: attached('b', 't'),
  munder: limits('b'),
  mover: limits('t'),
  munderover: limits('b', 't'),
  mtable: table,
  mphantom: (element, depth) => call('hide', [inner(parts(element), depth)]),
  menclose: (element, depth) => call('math.cancel', [inner(parts(element), depth)]),
  annotation: () => all([]),
}
