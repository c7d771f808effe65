// Prometheus metrics: the process, the requests by operation, and the job queue.
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createDurations } from './durations.ts'

export interface Metrics {
  observe(operation: string, status: number, milliseconds: number): void
  /** Registers a gauge whose value is collected on each scrape. */
  gauge(name: string, help: string, labels: string[], collect: (gauge: Gauge) => Promise<void>): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = createDurations(
    'lectern_http_request_duration_seconds',
    'Time from the arrival of a request until its reply is sent',
  )
  return {
    observe: requests.observe,
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
    text: async () => (await registry.metrics()) + requests.text(),
    contentType: registry.contentType,
  }
}
