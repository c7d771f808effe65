// A Prometheus histogram of request durations. Observing is a few additions, because every request is observed; the
// text is built when it is read.

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  /** Observations per bucket, not cumulative; the last one counts those above every bound. */
  counts: number[]
  seconds: number
}

export interface Durations {
  observe(operation: string, status: number, milliseconds: number): void
  text(): string
}

export function createDurations(name: string, help: string): Durations {
  const operations = new Map<string, Map<number, Series>>()
  const seriesOf = (operation: string, status: number): Series => {
    const byStatus = operations.get(operation) ?? new Map<number, Series>()
    const series = { counts: new Array(BUCKETS.length + 1).fill(0), seconds: 0 }
    operations.set(operation, byStatus.set(status, series))
    return series
  }
  return {
    observe(operation, status, milliseconds) {
      const series = operations.get(operation)?.get(status) ?? seriesOf(operation, status)
      const seconds = milliseconds / 1000
      let bucket = 0
      while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket++
      series.counts[bucket]!++
      series.seconds += seconds
    },
    text() {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
      for (const [operation, byStatus] of operations)
        for (const [status, series] of byStatus)
          lines.push(...linesOf(name, `operation="${operation}",status="${status}"`, series))
      return `${lines.join('\n')}\n`
    },
  }
}

function linesOf(name: string, labels: string, { counts, seconds }: Series): string[] {
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    return `${name}_bucket{le="${BUCKETS[at] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${total}`]
}
