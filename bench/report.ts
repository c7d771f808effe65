// Prints the results of a run, as tables or as JSON.
import type { Comparison } from './compare.ts'
import type { MeasuredDatabase } from './databases.ts'
import type { DiffFigures } from './diff.ts'
import type { EditorFigures } from './editor.ts'
import { FLOORS, RATES } from './floors.ts'
import type { PdfFigures } from './pdf.ts'
import type { Growth } from './scaling.ts'
import type { SiteFigures } from './site-pages.ts'
import type { ReaderFigures } from './site-readers.ts'
import type { WritingFigures } from './writing.ts'

export interface DatabaseFigures {
  name: MeasuredDatabase['name']
  comparisons: Comparison[]
  growths: Growth[]
  searchP95: number
  writing: WritingFigures
  startMilliseconds: number
  idleMemoryMB: number
}

export interface PageFigures {
  sites: SiteFigures
  readers: ReaderFigures
  diff: DiffFigures
  /** Absent without Chromium. */
  editor: EditorFigures | undefined
  pdf: PdfFigures
}

export interface Report {
  figures: DatabaseFigures[]
  /** Absent in a quick run. */
  pages: PageFigures | undefined
}

export function show(report: Report): void {
  if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2))
  else {
    for (const figures of report.figures) showDatabase(figures)
    if (report.pages) showPages(report.pages)
  }
}

function showDatabase(figures: DatabaseFigures) {
  const { name, comparisons, growths, searchP95, writing, startMilliseconds, idleMemoryMB } = figures
  console.log(`\n${name}. Cold: something is committed before every request.`)
  console.table(Object.fromEntries(comparisons.map((each) => toRow(each, FLOORS[name][each.name]))))
  console.table(Object.fromEntries(growths.map(toGrowthRow)))
  const rates = Object.entries(writing.rates)
  console.table(
    Object.fromEntries(
      rates.map(([work, rate]) => [work, { 'a second': Math.round(rate), floor: RATES[name][work] ?? '' }]),
    ),
  )
  console.log(`Memory after that: ${writing.memoryMB} MB.`)
  console.log(`p95 of a search in the large space: ${round(searchP95)} ms.`)
  console.log(`Start on existing data: ${startMilliseconds} ms. Idle memory: ${idleMemoryMB} MB.`)
}

function showPages({ sites, readers, diff, editor, pdf }: PageFigures): void {
  console.table(Object.fromEntries(sites.comparisons.map((each) => toRow(each, undefined))))
  console.table(Object.fromEntries(sites.growths.map(toGrowthRow)))
  console.log(
    `First drawing of a page of 5 KB after an edit: ${round(sites.drawingMilliseconds)} ms of processor time.`,
  )
  const { typing, crowd, bareCrowd, phone } = readers
  console.table({ 'Search while typing, 10,000 pages, ms': rounded(typing) })
  console.table({ '500 visitors at once': rounded(crowd), 'of a bare server': rounded(bareCrowd) })
  if (phone)
    console.log(`Phone: largest paint after ${Math.round(phone.largestPaint)} ms, layout shift ${phone.layoutShift}.`)
  console.table({ 'Changes of a long page': rounded({ ...diff }) })
  if (editor) console.table({ 'Editor of a long page, ms': rounded({ ...editor }) })
  console.table({ PDF: pdf })
}

const toRow = ({ name, lectern, bare, ratio, processorRatio }: Comparison, floor: number | undefined) => [
  name,
  {
    'requests/s': Math.round(lectern.requestsPerSecond),
    'p50 ms': round(lectern.p50),
    'p99 ms': round(lectern.p99),
    'bare requests/s': Math.round(bare.requestsPerSecond),
    ratio: round(ratio),
    floor: floor ?? '',
    'processor µs': Math.round(lectern.processor),
    'bare µs': Math.round(bare.processor),
    'processor ratio': round(processorRatio),
  },
]

const toGrowthRow = ({ name, small, large, ratio }: Growth) => [
  name,
  { 'few, ms': round(small), 'many, ms': round(large), ratio: round(ratio) },
]

const rounded = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))

const round = (value: number) => Number(value.toFixed(2))
