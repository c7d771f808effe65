// Components of MDX: those that have a block of their own here. All others stay as they are written, and are reported.
import { append, details, fenceAt, hint, type Rule, step, stepper, tab, tabs } from './blocks.ts'

export type Attributes = Record<string, string>
export type Component = (attributes: Attributes, lines: string[]) => string[]

const ATTRIBUTE =
  /([A-Za-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^{}]*))\s*\}))?/g

export const readAttributes = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, ...values]) => [
      name!,
      values.find((value) => value !== undefined) ?? 'true',
    ]),
  )

const OPENING = /^(\s*)<([A-Za-z][\w.]*)(?=[\s/>]|$)/
/** An opening tag may be written over several lines. */
const MAX_TAG_LINES = 30
/** More lines are not searched for the closing tag. */
const MAX_LINES = 3000

export const componentRule =
  (components: Record<string, Component>): Rule =>
  (lines, at, inner) => {
    const name = OPENING.exec(lines[at]!)?.[2]
    const component = name !== undefined && Object.hasOwn(components, name) ? components[name] : undefined
    if (name === undefined || !component) return undefined
    const opening = readOpening(lines, at, name)
    if (!opening) return undefined
    const attributes = readAttributes(opening.attributes)
    if (opening.isEmpty) return { end: opening.end, lines: [...component(attributes, []), ...rest(opening.after)] }
    const closed = readContent(lines, opening, name)
    if (!closed) return undefined
    return { end: closed.end, lines: [...component(attributes, inner(closed.content)), ...rest(closed.after)] }
  }

const rest = (text: string): string[] => (text.trim() === '' ? [] : [text.trim()])

interface Opening {
  attributes: string
  /** What follows on its last line. */
  after: string
  end: number
  isEmpty: boolean
}

function readOpening(lines: readonly string[], at: number, name: string): Opening | undefined {
  let text = ''
  for (let end = at; end < Math.min(lines.length, at + MAX_TAG_LINES); end++) {
    text += `${end === at ? '' : '\n'}${lines[end]}`
    const close = closingBracket(text)
    if (close === undefined) continue
    const inside = text.slice(text.indexOf(`<${name}`) + name.length + 1, close)
    const isEmpty = inside.endsWith('/')
    return { attributes: isEmpty ? inside.slice(0, -1) : inside, after: text.slice(close + 1), end: end + 1, isEmpty }
  }
  return undefined
}

/** The `>` that ends a tag, outside quotes and braces. */
function closingBracket(text: string): number | undefined {
  let quote = ''
  let braces = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{') braces++
    else if (sign === '}') braces--
    else if (sign === '>' && braces === 0) return at
  }
  return undefined
}

function readContent(
  lines: readonly string[],
  { after, end }: Opening,
  name: string,
): { content: string[]; after: string; end: number } | undefined {
  const closing = `</${name}>`
  const here = after.indexOf(closing)
  if (here >= 0) return { content: [after.slice(0, here)], after: after.slice(here + closing.length), end }
  if (lastClosing(lines, closing) < end) return undefined
  const opening = new RegExp(`^\\s*<${name}(?=[\\s/>]|$)`)
  let depth = 1
  for (let at = end; at < Math.min(lines.length, end + MAX_LINES); ) {
    const fence = fenceAt(lines, at)
    if (fence) {
      at = fence.end
      continue
    }
    const line = lines[at]!
    if (opening.test(line) && !line.includes(closing) && !/\/>\s*$/.test(line)) depth++
    else if (line.includes(closing) && !opening.test(line) && --depth === 0) {
      const place = line.indexOf(closing)
      const content = [...rest(after), ...lines.slice(end, at), ...rest(line.slice(0, place))]
      return { content, after: line.slice(place + closing.length), end: at + 1 }
    }
    at++
  }
  return undefined
}

const known = new WeakMap<readonly string[], Map<string, number>>()

/** The last line with a closing tag, found once for each text. */
function lastClosing(lines: readonly string[], closing: string): number {
  const found = known.get(lines) ?? new Map<string, number>()
  known.set(lines, found)
  const last = found.get(closing) ?? lines.findLastIndex((line) => line.includes(closing))
  found.set(closing, last)
  return last
}

const asHint =
  (style: string): Component =>
  ({ title }, lines) =>
    hint(style, lines, title)

const through: Component = (_attributes, lines) => ['', ...lines, '']

const card: Component = ({ title = '', href }, lines) => [
  '',
  `**${href ? `[${title}](${href})` : title}**`,
  '',
  ...lines,
  '',
]

const field =
  (names: readonly string[]): Component =>
  (attributes, lines) => {
    const name = names.map((each) => attributes[each]).find(Boolean) ?? attributes.name ?? ''
    const facts = [
      attributes.type,
      attributes.required && 'required',
      attributes.default && `default: \`${attributes.default}\``,
    ]
    return [
      '',
      `**\`${name}\`**${facts
        .filter(Boolean)
        .map((fact) => ` · ${fact}`)
        .join('')}`,
      '',
      ...lines,
      '',
    ]
  }

/** Each block of code is a tab, named by the rest of its first line. */
const codeGroup: Component = (_attributes, lines) => {
  const parts: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, titled] = /^\s*\{% code title="([^"]*)"/.exec(lines[at]!) ?? []
    const fence = fenceAt(lines, titled === undefined ? at : at + 1)
    if (!fence) continue
    const from = titled === undefined ? at : at + 1
    parts.push(...tab(titled ?? (fence.info || 'Code'), lines.slice(from, fence.end)))
    at = fence.end - 1
  }
  return tabs(parts)
}

export const DOCUSAURUS: Record<string, Component> = {
  Tabs: (_attributes, lines) => tabs(lines),
  TabItem: ({ label, value }, lines) => tab(label ?? value ?? '', lines),
  Details: ({ summary = 'Details' }, lines) => details(summary, lines),
}

export const MINTLIFY: Record<string, Component> = {
  Note: asHint('info'),
  Info: asHint('info'),
  Tip: asHint('success'),
  Check: asHint('success'),
  Warning: asHint('warning'),
  Danger: asHint('danger'),
  Callout: asHint('info'),
  Tabs: (_attributes, lines) => tabs(lines),
  Tab: ({ title = '' }, lines) => tab(title, lines),
  Steps: (_attributes, lines) => stepper(lines),
  Step: ({ title }, lines) => step(title, lines),
  Accordion: ({ title = 'Details' }, lines) => details(title, lines),
  Expandable: ({ title = 'Details' }, lines) => details(title, lines),
  AccordionGroup: through,
  CardGroup: through,
  Columns: through,
  Frame: ({ caption }, lines) => ['', ...lines, ...(caption ? ['', `_${caption}_`] : []), ''],
  Card: card,
  CodeGroup: codeGroup,
  RequestExample: codeGroup,
  ResponseExample: codeGroup,
  ParamField: field(['path', 'query', 'body', 'header']),
  ResponseField: field(['name']),
}

/** Notion writes its callouts as asides. */
export const NOTION: Record<string, Component> = { aside: asHint('info') }

/** Without what only programs read: imports, exports and comments. */
export function withoutScript(text: string): { text: string; imports: string[] } {
  const imports: string[] = []
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const fence = fenceAt(lines, at)
    const line = lines[at]!
    if (fence) {
      append(kept, lines.slice(at, fence.end))
      at = fence.end
      continue
    }
    const [, source] = /^import\s[^'"]*['"]([^'"]+)['"];?\s*$/.exec(line) ?? []
    if (source !== undefined) imports.push(source)
    else if (!/^export\s+(const|let|var|default|function)\b.*[;}\])]\s*$/.test(line)) kept.push(line)
    at++
  }
  return { text: kept.join('\n').replaceAll(/\{\/\*[\s\S]{0,2000}?\*\/\}/g, ''), imports }
}
