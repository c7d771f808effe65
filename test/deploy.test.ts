// The files of deploy/ and of the container name settings, metrics and versions that exist.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(path, 'utf8')
const manifest = JSON.parse(read('package.json'))
const settings = read('src/config.ts') + read('src/config/settings-file.ts') + read('src/mail/options.ts')

/** Names that look like settings of Lectern. */
const namesIn = (text: string): string[] => [
  ...new Set(text.match(/\b(?:LECTERN|S3|SMTP|DATABASE|OTEL|LOG)_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []),
]

/** Of the files themselves: what Compose and Caddy put in, and an argument of the image. */
const OTHERS = new Set(['LECTERN_HOST', 'LECTERN_ASK'])

const files = [
  'compose.yaml',
  'Dockerfile',
  ...readdirSync('deploy').map((name) => `deploy/${name}`),
  ...readdirSync('docs/running').map((name) => `docs/running/${name}`),
]

test.each(files)('%s names settings that exist', (file) => {
  const known = (name: string) => {
    const plain = name.replace(/_FILE$/, '')
    return settings.includes(`'${plain}'`) || settings.includes(`.${plain}`) || OTHERS.has(name) || isS3(plain)
  }
  expect(namesIn(read(file)).filter((name) => !known(name))).toEqual([])
})

const isS3 = (name: string) => {
  const [, own] = /^(?:LECTERN_BACKUP_)?S3_(\w+)$/.exec(name) ?? []
  return own !== undefined && settings.includes(`'${own}'`)
}

test('the image installs the runtime of integrations that the tests use', () => {
  expect(read('Dockerfile')).toContain(`workerd@${manifest.peerDependencies.workerd}\n`)
})

test('compose.yaml: one writable volume, nothing else to write, no privileges', () => {
  const { services, volumes } = parse(read('compose.yaml'))
  expect(services.lectern).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['lectern:/data'] })
  const used = Object.values<{ volumes: string[] }>(services).flatMap((service) => service.volumes)
  const named = used.filter((volume) => !volume.startsWith('.')).map((volume) => volume.split(':')[0])
  expect(named.sort()).toEqual(Object.keys(volumes).sort())
})

test('rules and dashboard ask for metrics that exist', () => {
  const sources = read('src/app.ts') + read('src/server/metrics.ts')
  const asked = [read('deploy/prometheus-rules.yaml'), read('deploy/grafana-dashboard.json')].flatMap(
    (text) => text.match(/\blectern_[a-z_]+/g) ?? [],
  )
  const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '')
  expect([...new Set(asked.map(base))].filter((name) => !sources.includes(`'${name}'`))).toEqual([])
  const { groups } = parse(read('deploy/prometheus-rules.yaml'))
  for (const rule of groups[0].rules)
    expect(rule).toMatchObject({ alert: expect.any(String), expr: expect.any(String), annotations: expect.anything() })
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json'))
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
})

test('traefik.yaml: every name leads to something', () => {
  const { http } = parse(read('deploy/traefik.yaml'))
  for (const router of Object.values<{ service: string; middlewares: string[] }>(http.routers)) {
    expect(Object.keys(http.services)).toContain(router.service)
    for (const name of router.middlewares) expect(Object.keys(http.middlewares)).toContain(name)
  }
})
