// Figures for Prometheus: the process, the requests by operation, and the job queue.
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createDurations } from './durations.ts'

export interface Metrics {
  observe(operation: string, status: number, milliseconds: number): void
  /** A figure that is looked up when it is asked for. */
  gauge(name: string, help: string, labels: string[], collect: (gauge: Gauge) => Promise<void>): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = createDurations(
    'lectern_http_request_duration_seconds',
    'Time from the arrival of a request until its answer is on its way',
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
