// The environment as one typed value. Every variable NAME may also be given as NAME_FILE, the path of a file that holds
// it. A value that makes no sense stops the start with a sentence that names the variable and the fix.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Config {
  port: number
  host: string
  /** The public base URL, without a slash at its end. */
  url: string
  /** The folder of the database, the files and the secret. */
  data: string
  /** `postgres://…`, or the path of the SQLite file. */
  database: string
  adminToken: string | undefined
  /** Encrypts stored secrets and signs links. */
  secret: string
  /** Requests a minute for each token; 0 is no limit. */
  rateLimit: number
  logLevel: string
  /** How long requests in flight may take when the server stops. */
  stopWithin: number
}

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment = process.env): Config {
  const read = reader(environment)
  const port = wholeNumber('PORT', read('PORT') ?? '4000', 0, 65_535)
  const host = read('HOST') ?? '127.0.0.1'
  const data = resolve(read('LECTERN_DATA') ?? 'data')
  mkdirSync(data, { recursive: true })
  return {
    port,
    host,
    url: baseUrl(read('LECTERN_URL') ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`),
    data,
    database: databaseUrl(read('DATABASE_URL')) ?? join(data, 'lectern.db'),
    adminToken: adminToken(read('LECTERN_ADMIN_TOKEN')),
    secret: secret(read('LECTERN_SECRET'), data),
    rateLimit: wholeNumber('LECTERN_RATE_LIMIT', read('LECTERN_RATE_LIMIT') ?? '6000', 0, 10_000_000),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    stopWithin: wholeNumber('LECTERN_STOP_SECONDS', read('LECTERN_STOP_SECONDS') ?? '10', 0, 3600) * 1000,
  }
}

function reader(environment: Environment) {
  return (name: string): string | undefined => {
    const file = environment[`${name}_FILE`]
    const value = file ? readValueFile(name, file) : environment[name]
    return value === '' ? undefined : value
  }
}

function readValueFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`${name}_FILE names ${file}, which cannot be read: check the path and its permissions.`)
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new ConfigError(`${name} is "${text}": set it to a whole number from ${min} to ${max}.`)
}

function oneOf(name: string, value: string, values: string[]): string {
  if (values.includes(value)) return value
  throw new ConfigError(`${name} is "${value}": set it to one of ${values.join(', ')}.`)
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new ConfigError(
      `LECTERN_URL is "${text}": set it to the address clients use, such as https://docs.example.com.`,
    )
  }
  return url.href.replace(/\/$/, '')
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))) return text
  throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/name; unset it to use SQLite.')
}

function adminToken(text: string | undefined): string | undefined {
  if (text === undefined || /^\S{32,}$/.test(text)) return text
  throw new ConfigError('LECTERN_ADMIN_TOKEN must have at least 32 characters and no spaces: use a longer random one.')
}

function secret(given: string | undefined, data: string): string {
  if (given !== undefined && given.length < 32) {
    throw new ConfigError('LECTERN_SECRET must have at least 32 characters: use a longer random one.')
  }
  return given ?? storedSecret(join(data, 'secret'))
}

function storedSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
