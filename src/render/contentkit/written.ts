// The interface of an integration as the blocks of a document, for paper: what can only be pressed or filled in is left out.
import type { Block, Inline, Text } from '../../engine/document.ts'
import { isSet, textIn } from '../fields.ts'
import { describedIn } from '../html/api/description.ts'
import { linkUrl } from '../html/url.ts'
import type { Element } from './contract.ts'
import { openedBy } from './inputs.ts'
import type { Interface } from './output.ts'
import { codeBlock } from './text.ts'
import { actionIn, addressIn, bindingIn, oneIn, setIn } from './values.ts'

type Piece = Block | Inline | Text

interface Writing {
  state: Element
  depth: number
  /** What may still be written; shared by the whole interface. */
  left: { elements: number; characters: number }
}

type Writer = (element: Element, writing: Writing) => Piece[]

const MAX_DEPTH = 30
const LIMITS = { elements: 2000, characters: 300_000 }

export const writeInterface = ({ element, state }: Pick<Interface, 'element' | 'state'>): Block[] =>
  inLines(write(element, { state, depth: 0, left: { ...LIMITS } }))

const MARKS: Record<string, string> = { bold: 'bold', italic: 'italic', code: 'code', strikethrough: 'strikethrough' }

const said = (text: string, mark?: string): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: mark === undefined ? [] : [{ object: 'mark', type: mark }] }],
})

const blockOf = (type: string, nodes: Block['nodes'], data = {}): Block => ({ object: 'block', type, data, nodes })

/** What stands side by side is one paragraph; blocks end it. */
function inLines(pieces: readonly Piece[]): Block[] {
  const blocks: Block[] = []
  let line: (Inline | Text)[] = []
  const end = () => {
    if (line.length > 0) blocks.push(blockOf('paragraph', line))
    line = []
  }
  for (const piece of pieces) {
    if (piece.object !== 'block') line.push(piece)
    else {
      end()
      blocks.push(piece)
    }
  }
  end()
  return blocks
}

function write(children: unknown, writing: Writing): Piece[] {
  const { left, depth } = writing
  if (depth > MAX_DEPTH) return []
  const inner = { ...writing, depth: depth + 1 }
  if (Array.isArray(children)) return children.slice(0, LIMITS.elements).flatMap((child) => write(child, inner))
  if (typeof children === 'string' || typeof children === 'number') return textIfAny(String(children), writing)
  if (!isSet(children) || left.elements <= 0) return []
  left.elements--
  const { type } = children
  const writer = typeof type === 'string' && Object.hasOwn(WRITERS, type) ? WRITERS[type] : undefined
  return writer ? writer(children, inner) : write(children.children, inner)
}

function within(text: string, { left }: Writing): string {
  const shown = text.slice(0, Math.max(left.characters, 0))
  left.characters -= shown.length
  return shown
}

function textIfAny(given: string | undefined, writing: Writing, mark?: string): Text[] {
  const text = within(given ?? '', writing)
  return text === '' ? [] : [said(text, mark)]
}

/** A text, or what an input holds. */
function valueIn(element: Element, name: string, writing: Writing): string {
  const key = bindingIn(element[name])
  return within((key === undefined ? textIn(element, name) : textIn(writing.state, key)) ?? '', writing)
}

const linked = (address: string | undefined, pieces: readonly Piece[]): Piece[] => {
  const nodes = pieces.filter((piece) => piece.object !== 'block')
  if (address === undefined || !linkUrl(address) || nodes.length === 0) return [...pieces]
  return [{ object: 'inline', type: 'link', data: { ref: { kind: 'url', url: address } }, nodes }]
}

/** Each child has a line of its own. */
const stacked: Writer = ({ children }, writing) =>
  (Array.isArray(children) ? children : [children]).flatMap((child) => inLines(write(child, writing)))

const row: Writer = ({ children }, writing) =>
  (Array.isArray(children) ? children : [children])
    .map((child) => write(child, writing))
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, at) => (at === 0 ? pieces : [said('  '), ...pieces]))

const titled = (title: unknown, writing: Writing): Block[] =>
  inLines(textIfAny(typeof title === 'string' ? title : undefined, writing, 'bold'))

const text: Writer = (element, writing) => {
  const mark = oneIn(element, 'style', Object.keys(MARKS))
  const marked = (piece: Piece): Piece =>
    piece.object !== 'text' || mark === undefined
      ? piece
      : {
          ...piece,
          leaves: piece.leaves.map((leaf) => ({ ...leaf, marks: [...leaf.marks, { object: 'mark', type: mark }] })),
        }
  return write(element.children, writing).map(marked)
}

const WRITERS: Record<string, Writer> = {
  block: stacked,
  box: stacked,
  vstack: stacked,
  configuration: stacked,
  hstack: row,
  divider: () => [blockOf('divider', undefined)],
  card: (element, writing) => [
    ...titled(element.title, writing),
    ...inLines(write(element.hint, writing)),
    ...stacked(element, writing),
    ...inLines(write(element.buttons, writing)),
  ],
  hint: (element, writing) => {
    const nodes = stacked(element, writing) as Block[]
    return nodes.length === 0 ? [] : [blockOf('hint', nodes, { style: 'info' })]
  },
  stepper: ({ children, activeStep }, writing) => {
    const steps = (Array.isArray(children) ? children : [children]).filter(isSet)
    const step = steps.find(({ id }) => id === activeStep) ?? steps[0] ?? {}
    return [...titled(step.title, writing), ...stacked(step, writing)]
  },
  modal: () => [],
  text,
  link: (element, writing) =>
    linked(addressIn(setIn(element, 'target')?.url, writing), write(element.children, writing)),
  image: (element, writing) => {
    const url = within(textIn(setIn(element, 'source') ?? {}, 'url') ?? '', writing)
    const picture = blockOf('image', undefined, { ref: { kind: 'url', url } })
    return url === '' ? [] : [blockOf('images', [picture])]
  },
  markdown: (element, writing) => {
    const content = valueIn(element, 'content', writing)
    return describedIn(content) ?? inLines(content === '' ? [] : [said(content)])
  },
  codeblock: (element, writing) => [
    ...inLines(write(element.header, writing)),
    codeBlock(valueIn(element, 'content', writing), textIn(element, 'syntax'), Boolean(element.lineNumbers)),
    ...inLines(write(element.footer, writing)),
  ],
  button: (element, writing) => {
    const address = openedBy(actionIn(element, 'onPress'), element)
    return address === undefined ? [] : linked(address, textIfAny(textIn(element, 'label') ?? address, writing))
  },
  webframe: (element, writing) => {
    const address = textIn(setIn(element, 'source') ?? {}, 'url')
    return address !== undefined && /^https?:/i.test(address) ? linked(address, textIfAny(address, writing)) : []
  },
  ...Object.fromEntries(
    ['input', 'textinput', 'select', 'switch', 'checkbox', 'radio'].map((type) => [type, (() => []) as Writer]),
  ),
}
