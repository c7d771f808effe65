// Comma-separated values as a table.

const MAX_ROWS = 500
const MAX_COLUMNS = 50
const MAX_LENGTH = 5_000_000

export function csvToTable(text: string): { markdown: string; left: number } {
  const rows = readCsv(text.slice(0, MAX_LENGTH))
  const [head = [], ...body] = rows.map((row) => row.slice(0, MAX_COLUMNS))
  const line = (cells: readonly string[]) =>
    `| ${head
      .map((_, at) =>
        (cells[at] ?? '')
          .replaceAll('|', '\\|')
          .replaceAll(/\s*\n\s*/g, '<br>')
          .trim(),
      )
      .join(' | ')} |`
  const shown = body.slice(0, MAX_ROWS)
  const lines = [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...shown.map(line)]
  return { markdown: head.length === 0 ? '' : lines.join('\n'), left: body.length - shown.length }
}

function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
  }
  return rows
}
