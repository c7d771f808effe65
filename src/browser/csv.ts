// Comma-separated values (RFC 4180), as spreadsheets read and write them.

/** The rows of a text. Empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = () => {
    row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (isQuoted) {
      if (letter !== '"') field += letter
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (letter === '"' && field === '') isQuoted = true
    else if (letter === ',') endField()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') field += letter
  }
  if (field !== '' || row.length > 0) endRow()
  return rows
}

export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')

/** Spreadsheets take a text that begins like a formula for one: it gets a quote before it. */
function written(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
