// The figures of a run, for people or for programs.
import type { Comparison } from './compare.ts'
import type { PdfFigures } from './pdf.ts'
import type { Growth } from './scaling.ts'

export interface Report {
  comparisons: Comparison[]
  growths: Growth[]
  pdf: PdfFigures
  startMilliseconds: number
  idleMemoryMB: number
}

export function show(report: Report): void {
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(report, null, 2))
    return
  }
  console.table(Object.fromEntries(report.comparisons.map(toRow)))
  console.table(Object.fromEntries(report.growths.map(toGrowthRow)))
  console.table({ PDF: report.pdf })
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

const toGrowthRow = ({ name, small, large, ratio }: Growth) => [
  name,
  { '100 pages, ms': round(small), '10,000 pages, ms': round(large), ratio: round(ratio) },
]

const round = (value: number) => Number(value.toFixed(2))
