// The environment as one typed value. Every variable NAME may also be given as NAME_FILE, the path of a file that holds
// it. A value that makes no sense stops the start with a sentence that names the variable and the fix.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { type Allowed, NOTHING_ALLOWED, parseAllowed } from './fetch/addresses.ts'
import type { S3Options } from './files/s3.ts'

export interface Config {
  port: number
  host: string
  /** The public base URL, without a slash at its end. */
  url: string
  /** The host whose subdomains show published sites, such as `docs.example.com`; undefined: under the base URL. */
  sitesHost: string | undefined
  /** The folder of the database, the files and the secret. */
  data: string
  /** `postgres://…`, or the path of the SQLite file. */
  database: string
  adminToken: string | undefined
  /** Encrypts stored secrets and signs links. */
  secret: string
  /** Where the secret is kept; undefined when it is given by the environment. */
  secretFile: string | undefined
  /** Requests a minute for each token; 0 is no limit. */
  rateLimit: number
  logLevel: string
  /** Where files are kept; undefined: in the data folder. */
  s3: S3Options | undefined
  /** What may be fetched from besides the public Internet. */
  fetchAllow: Allowed
  /** The folder below which Git repositories of this machine may be used; undefined: none may. */
  gitFolder: string | undefined
  /** How long one PDF may take to make. */
  pdfSeconds: number
  /** How long requests in flight may take when the server stops. */
  stopWithin: number
}

export class ConfigError extends Error {}

type Read = (name: string) => string | undefined
type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment = process.env): Config {
  const read = reader(environment)
  const port = wholeNumber('PORT', read('PORT') ?? '4000', 0, 65_535)
  const host = read('HOST') ?? '127.0.0.1'
  const data = resolve(read('LECTERN_DATA') ?? 'data')
  createFolder(data)
  const given = givenSecret(read('LECTERN_SECRET'))
  const secretFile = given ? undefined : join(data, 'secret')
  return {
    port,
    host,
    url: baseUrl(read('LECTERN_URL') ?? localUrl(host, port)),
    sitesHost: sitesHost(read('LECTERN_SITES_HOST')),
    data,
    database: databaseUrl(read('DATABASE_URL')) ?? join(data, 'lectern.db'),
    adminToken: adminToken(read('LECTERN_ADMIN_TOKEN')),
    secret: given ?? storedSecret(secretFile!),
    secretFile,
    s3: s3(read),
    fetchAllow: fetchAllow(read('LECTERN_FETCH_ALLOW')),
    gitFolder: gitFolder(read('LECTERN_GIT_FOLDER')),
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
    pdfSeconds: wholeNumber('LECTERN_PDF_SECONDS', read('LECTERN_PDF_SECONDS') ?? '30', 1, 3600),
    stopWithin: wholeNumber('LECTERN_STOP_SECONDS', read('LECTERN_STOP_SECONDS') ?? '10', 0, 3600) * 1000,
  }
}

function reader(environment: Environment) {
  return (name: string): string | undefined => {
    const file = environment[`${name}_FILE`]
    if (file && environment[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: unset one of them.`)
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
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
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

function sitesHost(text: string | undefined): string | undefined {
  if (text === undefined || /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/.test(text))
    return text
  throw new ConfigError(
    `LECTERN_SITES_HOST is "${text}": set it to the host whose subdomains lead here, such as docs.example.com.`,
  )
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))) return text
  throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/name; unset it to use SQLite.')
}

function adminToken(text: string | undefined): string | undefined {
  if (text === undefined || /^\S{32,}$/.test(text)) return text
  throw new ConfigError('LECTERN_ADMIN_TOKEN must have at least 32 characters and no spaces: use a longer random one.')
}

function createFolder(data: string): void {
  try {
    mkdirSync(data, { recursive: true })
  } catch {
    throw new ConfigError(`LECTERN_DATA is ${data}, which cannot be created: name a folder this user may write to.`)
  }
}

function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function givenSecret(text: string | undefined): string | undefined {
  if (text === undefined || text.length >= 32) return text
  throw new ConfigError('LECTERN_SECRET must have at least 32 characters: use a longer random one.')
}

function storedSecret(file: string): string {
  try {
    if (!existsSync(file)) createSecret(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= 32) return secret
  } catch {
    throw new ConfigError(`The secret in ${file} cannot be read or created: check the permissions of LECTERN_DATA.`)
  }
  throw new ConfigError(`The secret in ${file} is too short: put it back from a backup, or set LECTERN_SECRET.`)
}

// Written in full under another name first: of two processes that start at once, one wins and both read a whole secret.
function createSecret(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function fetchAllow(text: string | undefined): Allowed {
  const parsed = text === undefined ? { allowed: NOTHING_ALLOWED } : parseAllowed(text)
  if ('allowed' in parsed) return parsed.allowed
  throw new ConfigError(
    `LECTERN_FETCH_ALLOW has "${parsed.wrong}": list hosts, addresses or ranges, such as wiki.example.com, 10.0.0.0/8.`,
  )
}

function gitFolder(path: string | undefined): string | undefined {
  if (path === undefined || (isAbsolute(path) && isFolder(path))) return path
  throw new ConfigError(
    `LECTERN_GIT_FOLDER is "${path}": set it to the full path of a folder that exists, or unset it.`,
  )
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const S3_NAMES = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'FORCE_PATH_STYLE', 'PREFIX']

function s3(read: Read): S3Options | undefined {
  const bucket = read('S3_BUCKET')
  if (bucket !== undefined) return { bucket, ...s3Place(read), credentials: s3Credentials(read) }
  const stray = S3_NAMES.map((name) => `S3_${name}`).find((name) => read(name) !== undefined)
  if (stray === undefined) return undefined
  throw new ConfigError(`${stray} is set without S3_BUCKET: name the bucket for files, or unset ${stray}.`)
}

// Stores of one's own rarely have a host name for each bucket.
function s3Place(read: Read): Omit<S3Options, 'bucket' | 'credentials'> {
  const endpoint = read('S3_ENDPOINT')
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol))) {
    throw new ConfigError(`S3_ENDPOINT is "${endpoint}": set it to a URL such as https://s3.example.com.`)
  }
  const pathStyle = read('S3_FORCE_PATH_STYLE') ?? String(endpoint !== undefined)
  const forcePathStyle = oneOf('S3_FORCE_PATH_STYLE', pathStyle, ['true', 'false']) === 'true'
  const prefix = read('S3_PREFIX')?.replace(/^\/+|\/+$/g, '')
  return { endpoint, region: read('S3_REGION') ?? 'us-east-1', forcePathStyle, prefix: prefix ? `${prefix}/` : '' }
}

function s3Credentials(read: Read): S3Options['credentials'] {
  const [accessKeyId, secretAccessKey] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')]
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.')
}
