// The settings in force: every name that is read, its value and where it comes from. Secrets are masked.
import { readFileSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import type { SettingInForce } from '../server/operator.ts'
import { isFromSettingsFile } from './settings-file.ts'

type Environment = Record<string, string | undefined>

const SECRETS = new Set([
  ...['LECTERN_SECRET', 'LECTERN_ADMIN_TOKEN', 'LECTERN_OIDC_CLIENT_SECRET', 'LECTERN_BACKUP_KEY'],
  ...['S3_SECRET_ACCESS_KEY', 'LECTERN_BACKUP_S3_SECRET_ACCESS_KEY'],
  ...['LECTERN_METRICS_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'],
])

/** What holds where nothing is set. */
const DEFAULTS: Record<string, (config: Config) => string | number> = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  LECTERN_URL: ({ url }) => url,
  LECTERN_DATA: ({ data }) => data,
  LECTERN_ORGANIZATIONS: ({ organizations }) => organizations,
  LECTERN_SIGN_UP: ({ signUp }) => signUp,
  LECTERN_RATE_LIMIT: ({ rateLimit }) => rateLimit,
  LECTERN_PDF_SECONDS: ({ pdfSeconds }) => pdfSeconds,
  LECTERN_INSIGHTS_DAYS: ({ insightsDays }) => insightsDays,
  LECTERN_STOP_SECONDS: ({ stopTimeout }) => stopTimeout / 1000,
  LECTERN_DRAIN_SECONDS: ({ drainTime }) => drainTime / 1000,
  DATABASE_CONNECTIONS: ({ connections }) => connections,
  LOG_LEVEL: ({ logLevel }) => logLevel,
  LOG_FORMAT: ({ logFormat }) => logFormat,
}

/** The names of all settings that there are. */
export function settingNames(environment: Environment): { names: Set<string>; config: Config } {
  const names = new Set<string>()
  const recording = new Proxy(environment, {
    get(target, name: string) {
      names.add(name)
      return target[name]
    },
  })
  return { config: readConfig(recording), names }
}

export function settingsInForce(environment: Environment = process.env): SettingInForce[] {
  const { names, config } = settingNames(environment)
  return [...names]
    .filter((name) => !name.endsWith('_FILE'))
    .sort()
    .map((name) => {
      const secret = SECRETS.has(name)
      const { value, source } = given(environment, name) ?? {
        value: DEFAULTS[name]?.(config),
        source: 'default' as const,
      }
      const shown = value === undefined || secret ? undefined : withoutPassword(String(value))
      return { name, ...(shown !== undefined && { value: shown }), source, secret }
    })
}

function given(environment: Environment, name: string): { value: string; source: 'environment' | 'file' } | undefined {
  if (environment[name])
    return { value: environment[name], source: isFromSettingsFile(environment, name) ? 'file' : 'environment' }
  const file = environment[`${name}_FILE`]
  return file ? { value: readFileSync(file, 'utf8').trim(), source: 'file' } : undefined
}

/** Who an address is for is shown, their password is not. */
function withoutPassword(value: string): string {
  return value.replace(/(?<=^[a-z][a-z0-9+.-]*:\/\/[^/@]*?)(?::[^/]*)?@(?=[^@]*$)/i, (found) =>
    found === '@' ? '@' : ':***@',
  )
}

/** The values that must not appear anywhere. */
export function secretsIn(config: Config): string[] {
  const urls = [config.database, config.databaseDirect, config.databaseReplica, config.mail?.url].map(passwordOf)
  const { s3, backup, oidc, adminToken, secret, metricsToken, tracing } = config
  const keys = [s3?.credentials?.secretAccessKey, backup?.key, oidc?.clientSecret, adminToken, secret, metricsToken]
  const target = backup && 's3' in backup.to ? backup.to.s3.credentials?.secretAccessKey : undefined
  return [...urls, ...keys, target, ...Object.values(tracing?.headers ?? {})].filter(
    (value) => value !== undefined && value.length >= 4,
  ) as string[]
}

const passwordOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? decodeURIComponent(new URL(url).password) || undefined : undefined
