// Reads the configuration from the environment. Each variable NAME may be set as NAME_FILE instead, the path of a file
// that contains the value. An invalid value aborts the start with a message that names the variable and the fix.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { isIntegrationToken, isPlausibleToken } from './access/tokens.ts'
import type { BackupOptions } from './backup/scheduled/index.ts'
import { parseSchedule } from './backup/scheduled/schedule.ts'
import { type AllowList, EMPTY_ALLOW_LIST, isRange, parseAllowList } from './fetch/addresses.ts'
import { parseServers } from './fetch/dns.ts'
import type { S3Options } from './files/s3.ts'
import { CLAIM_NAME, toIssuer, VERIFIED_CLAIM } from './lib/openid.ts'
import { isOwnHost, ownHostsOf } from './lib/own-hosts.ts'
import { ensurePrivateFolder, restrictMode } from './lib/private-files.ts'
import type { MailOptions } from './mail/index.ts'
import { parseMailOptions } from './mail/options.ts'
import type { ServerOidc } from './resources/oidc/index.ts'
import type { TracingOptions } from './server/tracing.ts'

export interface Config {
  port: number
  host: string
  /** The public base URL, without a trailing slash. */
  url: string
  /** The host whose subdomains serve sites, such as `docs.example.com`; undefined: sites are under the base URL. */
  sitesHost: string | undefined
  /** The host whose subdomains serve integrations; undefined: integrations are under the base URL. */
  integrationsHost: string | undefined
  /** The folder of the database, the files and the secret. */
  data: string
  /** `postgres://…`, or the path of the SQLite file. */
  database: string
  /** The address of PostgreSQL itself, if `database` is that of a pooler. */
  databaseDirect: string | undefined
  /** A streaming replica that answers for published sites. */
  databaseReplica: string | undefined
  /** Connections of the pool. */
  connections: number
  /** False if a pooler in between cannot keep prepared statements. */
  statementNames: boolean
  adminToken: string | undefined
  /** Encrypts stored secrets and signs links. */
  secret: string
  /** The file that stores the secret; undefined if the environment sets the secret. */
  secretFile: string | undefined
  /** Who may create organizations: server admins, or every user. */
  organizations: 'admins' | 'anybody'
  /** Requests per minute and token; 0 disables the limit. */
  rateLimit: number
  /** Proxies trusted to state client addresses. */
  trustedProxies: string[]
  logLevel: string
  /** Lines of the log: as JSON for machines, or as text for people. */
  logFormat: 'json' | 'text'
  /** The token that `/metrics` asks for; undefined: it asks for none. */
  metricsToken: string | undefined
  /** Where traces go; undefined: there are none. */
  tracing: TracingOptions | undefined
  /** The bucket for files; undefined: files are in the data folder. */
  s3: S3Options | undefined
  /** Hosts and ranges that may be fetched from besides the public Internet. */
  fetchAllow: AllowList
  /** The same for requests that readers of sites send to APIs. */
  tryItAllow: AllowList
  /** The DNS servers that verify hosts of sites; undefined: the servers of the system. */
  dns: string[] | undefined
  /** The folder that contains the local Git repositories that may be used; undefined: none. */
  gitFolder: string | undefined
  /** The SMTP server and the sender; undefined: no mail is sent. */
  mail: MailOptions | undefined
  /** The time limit for rendering one PDF. */
  pdfSeconds: number
  /** Retention of site insights, in days. */
  insightsDays: number
  /** The OpenID Connect provider of the whole server. */
  oidc: ServerOidc | undefined
  /** Who may create an account without an invitation. */
  signUp: 'closed' | 'open'
  /** Backups on schedule; undefined: none. */
  backup: BackupOptions | undefined
  /** Milliseconds between saying that the server stops and refusing requests, so that proxies ask others. */
  drainTime: number
  /** Milliseconds that requests in flight may take when the server stops. */
  stopTimeout: number
}

export class ConfigError extends Error {}

type Read = (name: string) => string | undefined
type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment = process.env): Config {
  const read = reader(environment)
  const port = wholeNumber('PORT', read('PORT') ?? '4000', 0, 65_535)
  // Both loopback addresses, at the one name that browsers give cookies and passkeys to.
  const host = read('HOST') ?? 'localhost'
  const data = resolve(read('LECTERN_DATA') ?? 'data')
  createFolder(data)
  const url = baseUrl(read('LECTERN_URL') ?? localUrl(host, port))
  const given = givenSecret(read('LECTERN_SECRET'))
  const secretFile = given ? undefined : join(data, 'secret')
  return {
    port,
    host,
    url,
    sitesHost: parentHost('LECTERN_SITES_HOST', read('LECTERN_SITES_HOST'), 'docs.example.com'),
    integrationsHost: integrationsHost(read, url),
    data,
    database: databaseUrl('DATABASE_URL', read('DATABASE_URL')) ?? join(data, 'lectern.db'),
    databaseDirect: databaseUrl('DATABASE_DIRECT_URL', read('DATABASE_DIRECT_URL')),
    databaseReplica: databaseReplica(read),
    connections: wholeNumber('DATABASE_CONNECTIONS', read('DATABASE_CONNECTIONS') ?? '10', 1, 1000),
    statementNames: oneOf('DATABASE_STATEMENT_NAMES', read('DATABASE_STATEMENT_NAMES') ?? 'on', ['on', 'off']) === 'on',
    adminToken: adminToken(read('LECTERN_ADMIN_TOKEN')),
    secret: given ?? storedSecret(secretFile!),
    secretFile,
    s3: s3(read),
    backup: backup(read, data),
    fetchAllow: allowList('LECTERN_FETCH_ALLOW', read),
    tryItAllow: allowList('LECTERN_TRY_IT_ALLOW', read),
    dns: dnsServers(read('LECTERN_DNS')),
    gitFolder: gitFolder(read('LECTERN_GIT_FOLDER')),
    mail: mail(read, url),
    organizations: oneOf('LECTERN_ORGANIZATIONS', read('LECTERN_ORGANIZATIONS') ?? 'admins', ['admins', 'anybody']),
    rateLimit: wholeNumber('LECTERN_RATE_LIMIT', read('LECTERN_RATE_LIMIT') ?? '6000', 0, 10_000_000),
    trustedProxies: trustedProxies(read('LECTERN_TRUSTED_PROXIES')),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    logFormat: oneOf('LOG_FORMAT', read('LOG_FORMAT') ?? 'json', ['json', 'text']),
    metricsToken: metricsToken(read('LECTERN_METRICS_TOKEN')),
    tracing: tracing(read),
    pdfSeconds: wholeNumber('LECTERN_PDF_SECONDS', read('LECTERN_PDF_SECONDS') ?? '30', 1, 3600),
    insightsDays: wholeNumber('LECTERN_INSIGHTS_DAYS', read('LECTERN_INSIGHTS_DAYS') ?? '400', 1, 36_500),
    oidc: serverOidc(read),
    signUp: signUp(read),
    drainTime: wholeNumber('LECTERN_DRAIN_SECONDS', read('LECTERN_DRAIN_SECONDS') ?? '0', 0, 600) * 1000,
    stopTimeout: wholeNumber('LECTERN_STOP_SECONDS', read('LECTERN_STOP_SECONDS') ?? '10', 0, 3600) * 1000,
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

function oneOf<const T extends string>(name: string, value: string, values: readonly T[]): T {
  const known = values.find((one) => one === value)
  if (known !== undefined) return known
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

const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/

/** A host whose subdomains are served. */
function parentHost(name: string, text: string | undefined, example: string): string | undefined {
  if (text === undefined || HOST.test(text)) return text
  throw new ConfigError(
    `${name} is "${text}": set it to the host whose subdomains point to this server, such as ${example}.`,
  )
}

/** The host serves integrations only, so it must not be a host of the server or its sites. */
function integrationsHost(read: Read, url: string): string | undefined {
  const host = parentHost('LECTERN_INTEGRATIONS_HOST', read('LECTERN_INTEGRATIONS_HOST'), 'apps.example.com')
  const others = ownHostsOf(url, read('LECTERN_SITES_HOST'))
  if (host === undefined || !others.some((other) => isOwnHost(other, ownHostsOf(`http://${host}`)))) return host
  throw new ConfigError(
    `LECTERN_INTEGRATIONS_HOST is "${host}", which LECTERN_URL or LECTERN_SITES_HOST already uses: use a separate host, such as apps.example.com.`,
  )
}

function databaseUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))) return text
  throw new ConfigError(`${name} must look like postgres://user:password@host:5432/name; unset it to use SQLite.`)
}

function databaseReplica(read: Read): string | undefined {
  const url = databaseUrl('DATABASE_REPLICA_URL', read('DATABASE_REPLICA_URL'))
  if (url === undefined || read('DATABASE_URL') !== undefined) return url
  throw new ConfigError('DATABASE_REPLICA_URL is set without DATABASE_URL: set the address of the primary too.')
}

function adminToken(text: string | undefined): string | undefined {
  if (text === undefined) return text
  if (!/^\S{32,}$/.test(text))
    throw new ConfigError(
      'LECTERN_ADMIN_TOKEN must have at least 32 characters and no spaces: use a longer random one.',
    )
  if (isPlausibleToken(text) && !isIntegrationToken(text)) return text
  throw new ConfigError(
    'LECTERN_ADMIN_TOKEN looks like a Lectern token, but its checksum is wrong: copy the whole token, or use a random one that does not begin with lct_ or lci_.',
  )
}

function metricsToken(text: string | undefined): string | undefined {
  if (text === undefined || /^\S{16,}$/.test(text)) return text
  throw new ConfigError(
    'LECTERN_METRICS_TOKEN must have at least 16 characters and no spaces: use a longer random one.',
  )
}

/** The names are those of OpenTelemetry. */
function tracing(read: Read): TracingOptions | undefined {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  if (!(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is "${endpoint}": set it to the address of a collector, such as http://localhost:4318.`,
    )
  const pairs = (read('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter((pair) => pair.includes('='))
  const headers = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: Object.fromEntries(headers),
    service: read('OTEL_SERVICE_NAME') ?? 'lectern',
  }
}

function createFolder(data: string): void {
  try {
    ensurePrivateFolder(data)
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
    restrictMode(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= 32) return secret
  } catch {
    throw new ConfigError(`The secret in ${file} cannot be read or created: check the permissions of LECTERN_DATA.`)
  }
  throw new ConfigError(`The secret in ${file} is too short: restore it from a backup, or set LECTERN_SECRET.`)
}

// Writes a temporary file and links it: if two processes start at once, one wins and both read a complete secret.
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

function allowList(name: string, read: Read): AllowList {
  const text = read(name)
  const parsed = text === undefined ? { allowed: EMPTY_ALLOW_LIST } : parseAllowList(text)
  if ('allowed' in parsed) return parsed.allowed
  throw new ConfigError(
    `${name} has "${parsed.wrong}": list hosts, addresses or ranges, such as wiki.example.com, 10.0.0.0/8.`,
  )
}

function trustedProxies(text = ''): string[] {
  const proxies = text === '' ? [] : text.split(',').map((entry) => entry.trim())
  const wrong = proxies.find((entry) => entry !== 'loopback' && !isRange(entry))
  if (wrong === undefined) return proxies
  throw new ConfigError(
    `LECTERN_TRUSTED_PROXIES has "${wrong}": list addresses and ranges of your proxies, such as loopback, 10.0.0.0/8.`,
  )
}

function dnsServers(text: string | undefined): string[] | undefined {
  const parsed = text === undefined ? { servers: undefined } : parseServers(text)
  if ('servers' in parsed) return parsed.servers
  throw new ConfigError(
    `LECTERN_DNS has "${parsed.wrong}": list addresses of DNS servers, such as 10.0.0.53, [fd00::53]:53.`,
  )
}

function gitFolder(path: string | undefined): string | undefined {
  if (path === undefined || (isAbsolute(path) && isFolder(path))) return path
  throw new ConfigError(
    `LECTERN_GIT_FOLDER is "${path}": set it to the full path of a folder that exists, or unset it.`,
  )
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** An address has to be proved: by a provider that the operator trusts, or by a mail to it. */
function signUp(read: Read): Config['signUp'] {
  const value = oneOf('LECTERN_SIGN_UP', read('LECTERN_SIGN_UP') ?? 'closed', ['closed', 'open'])
  if (value === 'closed' || read('SMTP_URL') !== undefined || read('LECTERN_OIDC_ISSUER') !== undefined) return value
  throw new ConfigError(
    'LECTERN_SIGN_UP is "open", but addresses cannot be proved: set SMTP_URL, or LECTERN_OIDC_ISSUER and the settings beside it.',
  )
}

const OIDC_NAMES = ['LECTERN_OIDC_ISSUER', 'LECTERN_OIDC_CLIENT_ID', 'LECTERN_OIDC_CLIENT_SECRET'] as const

function serverOidc(read: Read): ServerOidc | undefined {
  const [issuer, clientId, clientSecret] = OIDC_NAMES.map(read)
  const label = read('LECTERN_OIDC_LABEL')
  const verifiedClaim = read('LECTERN_OIDC_VERIFIED_CLAIM')
  if ([issuer, clientId, clientSecret, label, verifiedClaim].every((value) => value === undefined)) return undefined
  const missing = OIDC_NAMES.find((name) => read(name) === undefined)
  if (missing) throw new ConfigError(`${missing} is not set: set ${OIDC_NAMES.join(', ')} together, or none of them.`)
  if (verifiedClaim !== undefined && !new RegExp(CLAIM_NAME).test(verifiedClaim))
    throw new ConfigError(
      `LECTERN_OIDC_VERIFIED_CLAIM is "${verifiedClaim}": set it to the name of a claim, such as xms_edov.`,
    )
  const checked = toIssuer(issuer!)
  if (checked !== undefined)
    return {
      issuer: checked,
      clientId: clientId!,
      clientSecret: clientSecret!,
      label: label ?? new URL(checked).host,
      verifiedClaim: verifiedClaim ?? VERIFIED_CLAIM,
    }
  throw new ConfigError(
    `LECTERN_OIDC_ISSUER is "${issuer}": set it to the issuer of the provider, such as https://login.example.com.`,
  )
}

const S3_NAMES = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'FORCE_PATH_STYLE', 'PREFIX']

function s3(read: Read): S3Options | undefined {
  const bucket = read('S3_BUCKET')
  if (bucket !== undefined) return { bucket, ...s3Location(read), credentials: s3Credentials(read) }
  const stray = S3_NAMES.map((name) => `S3_${name}`).find((name) => read(name) !== undefined)
  if (stray === undefined) return undefined
  throw new ConfigError(`${stray} is set without S3_BUCKET: name the bucket for files, or unset ${stray}.`)
}

// Path style is the default for custom endpoints, because self-hosted stores rarely have a host per bucket.
function s3Location(read: Read): Omit<S3Options, 'bucket' | 'credentials'> {
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

const BACKUP_NAMES = [
  ...['AT', 'KEEP', 'KEY', 'S3_ENDPOINT', 'S3_REGION'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_FORCE_PATH_STYLE'],
]

function backup(read: Read, data: string): BackupOptions | undefined {
  const to = read('LECTERN_BACKUP_TO')
  const stray = BACKUP_NAMES.map((name) => `LECTERN_BACKUP_${name}`).find((name) => read(name) !== undefined)
  if (to === undefined && stray !== undefined)
    throw new ConfigError(`${stray} is set without LECTERN_BACKUP_TO: say where backups go, or unset ${stray}.`)
  if (to === undefined) return undefined
  const key = read('LECTERN_BACKUP_KEY')
  if (key !== undefined && key.length < 32)
    throw new ConfigError('LECTERN_BACKUP_KEY must have at least 32 characters: use a longer random one.')
  const at = read('LECTERN_BACKUP_AT') ?? '02:30'
  const schedule = parseSchedule(at)
  if ('wrong' in schedule)
    throw new ConfigError(
      `LECTERN_BACKUP_AT has "${schedule.wrong}": list times of the day in UTC, such as 02:30, 14:30 or sun 04:00.`,
    )
  const keep = wholeNumber('LECTERN_BACKUP_KEEP', read('LECTERN_BACKUP_KEEP') ?? '14', 1, 10_000)
  return { to: backupTarget(to, read, data), times: schedule.times, keep, key }
}

function backupTarget(text: string, read: Read, data: string): BackupOptions['to'] {
  const bucket = /^s3:\/\/([^/]+)\/?(.*)$/.exec(text)
  if (!bucket) {
    if (isAbsolute(text) && !isInside(resolve(text), join(data, 'files'))) return { folder: resolve(text) }
    throw new ConfigError(
      `LECTERN_BACKUP_TO is "${text}": set it to the full path of a folder outside the stored files, or to s3://bucket/folder.`,
    )
  }
  const readOwn: Read = (name) => read(`LECTERN_BACKUP_${name}`) ?? read(name)
  const folder = bucket[2]!.replace(/\/+$/, '')
  const prefix = folder ? `${folder}/` : ''
  const target = { bucket: bucket[1]!, ...s3Location(readOwn), prefix, credentials: s3Credentials(readOwn) }
  const files = s3(read)
  if (files?.bucket === target.bucket && files.endpoint === target.endpoint && prefix.startsWith(files.prefix))
    throw new ConfigError(
      'LECTERN_BACKUP_TO is among the stored files, which would then contain their own backups: use another bucket, or set S3_PREFIX.',
    )
  return { s3: target }
}

const isInside = (path: string, folder: string) => path === folder || path.startsWith(folder + sep)

function mail(read: Read, base: string): MailOptions | undefined {
  const parsed = parseMailOptions(read('SMTP_URL'), read('LECTERN_MAIL_FROM'), base)
  if ('wrong' in parsed) throw new ConfigError(parsed.wrong)
  return parsed.options
}
