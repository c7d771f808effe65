// Hands files over to the browser, which stays where it is.
import { writeCsv } from '../csv.ts'

export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Hands rows over as a CSV file. */
export function downloadCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const url = URL.createObjectURL(new Blob([writeCsv(rows)], { type: 'text/csv' }))
  download(url, name)
  setTimeout(() => URL.revokeObjectURL(url))
}
