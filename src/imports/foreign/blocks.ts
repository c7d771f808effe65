// Rewrites blocks of other dialects of Markdown, line by line. Code stays as it is.

/** Rewrites the block that begins at a line; undefined if there is none. */
export type Rule = (
  lines: readonly string[],
  at: number,
  inner: (lines: readonly string[]) => string[],
) => { end: number; lines: string[] } | undefined

/** What the first line of a block of code says: the language, and what the dialect adds. */
export interface FenceInfo {
  language: string
  title?: string | undefined
  lineNumbers?: boolean
}

export type ReadFence = (info: string) => FenceInfo

/** Blocks in blocks; deeper ones stay as they are. */
const MAX_DEPTH = 20

const FENCE = /^(\s*)(`{3,}|~{3,})([^`]*)$/

export interface Fence {
  indent: string
  mark: string
  info: string
  /** The line after its last. */
  end: number
}

export function fenceAt(lines: readonly string[], at: number): Fence | undefined {
  const [, indent, mark, info] = FENCE.exec(lines[at]!) ?? []
  if (indent === undefined || mark === undefined) return undefined
  let end = at + 1
  while (end < lines.length && !isClosing(lines[end]!, mark)) end++
  return { indent, mark, info: info!.trim(), end: Math.min(end + 1, lines.length) }
}

const isClosing = (line: string, mark: string): boolean => {
  const text = line.trim()
  return text.length >= mark.length && text === mark[0]!.repeat(text.length)
}

export function rewriteBlocks(text: string, rules: readonly Rule[], readFence?: ReadFence): string {
  const run = (lines: readonly string[], depth: number): string[] => {
    const made: string[] = []
    for (let at = 0; at < lines.length; ) {
      const fence = fenceAt(lines, at)
      if (fence) {
        append(made, writeFence(lines.slice(at, fence.end), fence, readFence))
        at = fence.end
        continue
      }
      const inner = (part: readonly string[]) => run(dedent(part), depth + 1)
      const found = depth < MAX_DEPTH ? first(rules, (rule) => rule(lines, at, inner)) : undefined
      if (found) append(made, found.lines)
      else made.push(lines[at]!)
      at = found ? Math.max(found.end, at + 1) : at + 1
    }
    return made
  }
  return withoutBlankRuns(run(text.split('\n'), 0))
    .join('\n')
    .trim()
}

/** Code may have more lines than a call has room for arguments. */
export function append(made: string[], lines: readonly string[]): void {
  for (const line of lines) made.push(line)
}

/** Blocks are written with space around them; one blank line is enough, except in code. */
function withoutBlankRuns(lines: readonly string[]): string[] {
  const made: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = fenceAt(lines, at)?.end ?? at + 1
    if (end > at + 1 || lines[at] !== '' || made.at(-1) !== '') append(made, lines.slice(at, end))
    at = end
  }
  return made
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const each of items) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return undefined
}

function writeFence(lines: string[], { indent, mark, info }: Fence, readFence?: ReadFence): string[] {
  if (!readFence) return lines
  const { language, title, lineNumbers } = readFence(info)
  const code = [`${indent}${mark}${language}`, ...lines.slice(1)]
  if (title === undefined && !lineNumbers) return code
  const fields = `${title === undefined ? '' : ` title="${attribute(title)}"`}${lineNumbers ? ' lineNumbers="true"' : ''}`
  return [`${indent}{% code${fields} %}`, ...code, `${indent}{% endcode %}`]
}

/** Without the spaces that all lines begin with. */
export function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length)
  const least = Math.min(...indents, 40)
  return lines.map((line) => line.slice(Math.min(least, /^[ \t]*/.exec(line)![0].length)))
}

/** The value of an attribute of a tag. */
export const attribute = (text: string): string => text.replaceAll(/["%{}\n]/g, ' ').trim()

const tagged = (name: string, fields: string, lines: readonly string[]): string[] => [
  '',
  `{% ${name}${fields} %}`,
  ...lines,
  `{% end${name} %}`,
  '',
]

const STYLES: [RegExp, string][] = [
  [/danger|error|critical|bug|failure|caution/i, 'danger'],
  [/warn|attention/i, 'warning'],
  [/tip|success|check|done/i, 'success'],
]

export const hintStyle = (kind: string): string => STYLES.find(([pattern]) => pattern.test(kind))?.[1] ?? 'info'

export const hint = (style: string, lines: readonly string[], title?: string): string[] =>
  tagged('hint', ` style="${style}"`, title ? [`**${title.trim()}**`, '', ...lines] : lines)
export const tabs = (lines: readonly string[]): string[] => tagged('tabs', '', lines)
export const tab = (title: string, lines: readonly string[]): string[] =>
  tagged('tab', ` title="${attribute(title)}"`, lines)
export const stepper = (lines: readonly string[]): string[] => tagged('stepper', '', lines)
export const step = (title: string | undefined, lines: readonly string[]): string[] =>
  tagged('step', '', title ? [`### ${title}`, '', ...lines] : lines)
export const details = (title: string, lines: readonly string[], isOpen = false): string[] => [
  '',
  isOpen ? '<details open>' : '<details>',
  '',
  `<summary>${title.replaceAll('<', '&lt;')}</summary>`,
  '',
  ...lines,
  '',
  '</details>',
  '',
]
