// Prometheus metrics: the process, the requests by operation, and the job queue. Those of the process are measured from the
// first scrape on, so that servers that nobody scrapes need not measure them.
import type { Gauge, Registry } from 'prom-client'
import { later } from '../lib/later.ts'
import { createDurations } from './durations.ts'
import type { WantedGauge } from './registry.ts'

export interface Metrics {
  observe(operation: string, status: number, milliseconds: number): void
  /** Registers a gauge whose value is collected on each scrape. */
  gauge(name: string, help: string, labels: string[], collect: (gauge: Gauge) => Promise<void>): void
  text(): Promise<string>
  contentType: string
}

const openRegistry = later(async () => (await import('./registry.ts')).openRegistry)

export function createMetrics(): Metrics {
  const wanted: WantedGauge[] = []
  let registry: Promise<Registry> | undefined
  const requests = createDurations(
    'lectern_http_request_duration_seconds',
    'Time from the arrival of a request until its reply is sent',
  )
  return {
    observe: requests.observe,
    gauge: (name, help, labelNames, collect) => void wanted.push({ name, help, labelNames, collect }),
    async text() {
      registry ??= openRegistry(wanted)
      return (await (await registry).metrics()) + requests.text()
    },
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  }
}
