import { writeCsv } from '../../csv.ts'
import { download } from '../download.ts'

/** Hands rows over as a CSV file. */
export function downloadCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const url = URL.createObjectURL(new Blob([writeCsv(rows)], { type: 'text/csv' }))
  download(url, name)
  setTimeout(() => URL.revokeObjectURL(url))
}
