import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export interface WantedGauge {
  name: string
  help: string
  labelNames: string[]
  collect: (gauge: Gauge) => Promise<void>
}

/** Measures the process from now on. */
export async function openRegistry(wanted: readonly WantedGauge[]): Promise<Registry> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const { name, help, labelNames, collect } of wanted)
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        return collect(this)
      },
    })
  return registry
}
