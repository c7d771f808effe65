// Prints the results of a run, as tables or as JSON.
import type { Comparison } from './compare.ts'
import type { EditorFigures } from './editor.ts'
import type { PdfFigures } from './pdf.ts'
import type { Growth } from './scaling.ts'
import type { ReaderFigures } from './site-readers.ts'

export interface Report {
  comparisons: Comparison[]
  growths: Growth[]
  /** Lists of comments. */
  discussions: Growth[]
  pdf: PdfFigures
  /** Processor time of a site's page of 5 KB after an edit. */
  drawingMilliseconds: number
  readers: ReaderFigures
  /** Absent without Chromium. */
  editor: EditorFigures | undefined
  startMilliseconds: number
  idleMemoryMB: number
}

export function show(report: Report): void {
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(report, null, 2))
    return
  }
  console.table(Object.fromEntries(report.comparisons.map(toRow)))
  console.log('Every write of Lectern is on disk when it is answered; the bare route writes only where it says so.')
  console.table(Object.fromEntries(report.growths.map(toGrowthRow('pages', '10,000'))))
  console.table(Object.fromEntries(report.discussions.map(toGrowthRow('comments', '100,000'))))
  console.table({ PDF: report.pdf })
  console.log(
    `First drawing of a page of 5 KB after an edit: ${round(report.drawingMilliseconds)} ms of processor time.`,
  )
  const { typing, crowd, phone } = report.readers
  console.table({ 'Search while typing, 10,000 pages, ms': rounded(typing), '500 visitors at once': rounded(crowd) })
  if (phone)
    console.log(`Phone: largest paint after ${Math.round(phone.largestPaint)} ms, layout shift ${phone.layoutShift}.`)
  if (report.editor) console.table({ 'Editor of a long page, ms': rounded({ ...report.editor }) })
  console.log(`Start on existing data: ${report.startMilliseconds} ms. Idle memory: ${report.idleMemoryMB} MB.`)
}

const toRow = ({ name, lectern, bare, ratio }: Comparison) => [
  name,
  {
    'requests/s': Math.round(lectern.requestsPerSecond),
    'p50 ms': lectern.p50,
    'p99 ms': lectern.p99,
    'bare requests/s': Math.round(bare.requestsPerSecond),
    ratio: round(ratio),
  },
]

const toGrowthRow =
  (what: string, many: string) =>
  ({ name, small, large, ratio }: Growth) => [
    name,
    { [`100 ${what}, ms`]: round(small), [`${many} ${what}, ms`]: round(large), ratio: round(ratio) },
  ]

const rounded = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))

const round = (value: number) => Number(value.toFixed(2))
