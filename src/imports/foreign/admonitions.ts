// Hints, foldings and tabs as several tools write them.
import { details, hint, hintStyle, type Rule, tab, tabs } from './blocks.ts'

/** More lines are not searched for the end of a block. */
const MAX_LINES = 2000

/** `:::note[Title]` or `:::note Title`, until `:::` with as many colons. */
export const colonHints: Rule = (lines, at, inner) => {
  const [, colons, kind, boxed, plain] =
    /^\s*(:{3,})\s*([A-Za-z]\w*)(?:\[([^\]]*)\])?\s*(?:\{[^}]*\})?\s*(.*)$/.exec(lines[at]!) ?? []
  if (colons === undefined || kind === undefined) return undefined
  const end = findEnd(lines, at, (line) => line.trim() === colons)
  if (end === undefined) return undefined
  const content = inner(lines.slice(at + 1, end))
  const title = boxed ?? (plain || undefined)
  if (kind === 'details') return { end: end + 1, lines: details(title ?? 'Details', content) }
  return { end: end + 1, lines: hint(hintStyle(kind), content, title) }
}

/** `> [!NOTE]` and the rest of the quote; `> [!NOTE] Title` too. */
export const quotedHints: Rule = (lines, at, inner) => {
  const [, kind, title] = /^ {0,3}> ?\[!(\w{1,20})\][+-]?[ \t]*(.*)$/.exec(lines[at]!) ?? []
  if (kind === undefined) return undefined
  let end = at + 1
  while (end < lines.length && /^ {0,3}>/.test(lines[end]!)) end++
  const content = lines.slice(at + 1, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return { end, lines: hint(hintStyle(kind), inner(content), title?.trim() || undefined) }
}

function findEnd(lines: readonly string[], at: number, isEnd: (line: string) => boolean): number | undefined {
  const last = Math.min(lines.length, at + MAX_LINES)
  for (let end = at + 1; end < last; end++) if (isEnd(lines[end]!)) return end
  return undefined
}

/** The lines below that are indented, and where they end. */
function indented(lines: readonly string[], at: number): { end: number; content: string[] } {
  const own = /^ */.exec(lines[at]!)![0].length
  let end = at + 1
  while (end < lines.length && (lines[end]!.trim() === '' || /^ */.exec(lines[end]!)![0].length >= own + 4)) end++
  while (end > at + 1 && lines[end - 1]!.trim() === '') end--
  return { end, content: lines.slice(at + 1, end) }
}

/** `!!! note "Title"`, and `??? note "Title"`, which folds. */
export const indentedHints: Rule = (lines, at, inner) => {
  const [, mark, kind, title] = /^ *(!!!|\?\?\?\+?)\s+([\w -]+?)\s*(?:"([^"]*)")?\s*$/.exec(lines[at]!) ?? []
  if (mark === undefined || kind === undefined) return undefined
  const { end, content } = indented(lines, at)
  const made = inner(content)
  if (mark === '!!!') return { end, lines: hint(hintStyle(kind), made, title || undefined) }
  return { end, lines: details(title || kind.charAt(0).toUpperCase() + kind.slice(1), made, mark.endsWith('+')) }
}

/** `=== "Title"`, one below the other. */
export const indentedTabs: Rule = (lines, at, inner) => {
  const parts: string[] = []
  let end = at
  for (;;) {
    let next = end
    while (next < lines.length && lines[next]!.trim() === '' && next > at) next++
    const [, title] = /^ *===[!+]*\s+"([^"]*)"\s*$/.exec(lines[next] ?? '') ?? []
    if (title === undefined) break
    const found = indented(lines, next)
    parts.push(...tab(title, inner(found.content)))
    end = found.end
  }
  return end === at ? undefined : { end, lines: tabs(parts) }
}
