// Figures for Prometheus: the process, the requests by operation, and the job queue.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(operation: string, status: number, milliseconds: number): void
  /** A figure that is looked up when it is asked for. */
  gauge(name: string, help: string, labels: string[], collect: (gauge: Gauge) => Promise<void>): void
  text(): Promise<string>
  contentType: string
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const series = new Map<string, Histogram.Internal<'operation' | 'status'>>()
  // Looking a series up by its labels costs more than counting in it.
  const seriesOf = (operation: string, status: number) => {
    const key = `${operation} ${status}`
    const known = series.get(key) ?? requests.labels({ operation, status })
    if (!series.has(key)) series.set(key, known)
    return known
  }
  return {
    observe: (operation, status, milliseconds) => seriesOf(operation, status).observe(milliseconds / 1000),
    gauge(name, help, labelNames, collect) {
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        collect() {
          return collect(this)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
