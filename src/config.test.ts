// Environment variables: defaults, parsing and error messages.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (environment: Record<string, string> = {}) => readConfig({ LECTERN_DATA: folder, ...environment })

function fileWith(text: string): string {
  const file = join(folder, 'value')
  writeFileSync(file, text)
  return file
}

describe('the configuration', () => {
  test('has defaults that work on one machine', () => {
    expect(read()).toMatchObject({
      port: 4000,
      host: 'localhost',
      url: 'http://localhost:4000',
      data: folder,
      database: join(folder, 'lectern.db'),
      adminToken: undefined,
      logLevel: 'info',
      stopTimeout: 10_000,
    })
  })

  test('generates a secret once, readable by its user only', () => {
    const { secret, secretFile } = read()
    expect(secretFile).toBe(join(folder, 'secret'))
    expect(secret).toHaveLength(43)
    expect(read().secret).toBe(secret)
    expect(readFileSync(secretFile!, 'utf8')).toBe(secret)
    expect(statSync(secretFile!).mode & 0o077).toBe(0)
  })

  test('restricts the modes of the data folder and the secret, existing ones too', () => {
    const { secretFile } = read()
    chmodSync(folder, 0o755)
    chmodSync(secretFile!, 0o644)
    read()
    expect([statSync(folder).mode & 0o777, statSync(secretFile!).mode & 0o777]).toEqual([0o700, 0o600])
    const data = join(folder, 'new')
    readConfig({ LECTERN_DATA: data })
    expect(statSync(data).mode & 0o777).toBe(0o700)
  })

  test('reads the SMTP server, and names a sender at its own host', () => {
    const SMTP_URL = 'smtp://user:secret@mail.example.com:587'
    expect(read().mail).toBeUndefined()
    expect(read({ SMTP_URL, LECTERN_URL: 'https://docs.example.com' }).mail).toEqual({
      url: SMTP_URL,
      from: 'Lectern <lectern@docs.example.com>',
    })
    expect(read({ SMTP_URL, LECTERN_MAIL_FROM: 'docs@example.com' }).mail!.from).toBe('docs@example.com')
    const fails = (environment: Record<string, string>) => expect(() => read(environment))
    fails({ SMTP_URL: 'mail.example.com' }).toThrow('SMTP_URL must look like')
    fails({ LECTERN_MAIL_FROM: 'docs@example.com' }).toThrow('without SMTP_URL')
    fails({ SMTP_URL, LECTERN_MAIL_FROM: 'nobody' }).toThrow('LECTERN_MAIL_FROM is "nobody"')
  })

  test('lists proxies and DNS servers', () => {
    const lists = { LECTERN_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,::1', LECTERN_DNS: '10.0.0.53:5353, fd00::53' }
    expect(read(lists)).toMatchObject({
      trustedProxies: ['loopback', '10.0.0.0/8', '::1'],
      dns: ['10.0.0.53:5353', 'fd00::53'],
      organizations: 'admins',
    })
  })

  test('uses a configured secret without writing a file', () => {
    const secret = 's'.repeat(32)
    expect(read({ LECTERN_SECRET: secret })).toMatchObject({ secret, secretFile: undefined })
  })

  test('reads each value from a file too, without the trailing newline', () => {
    expect(read({ PORT_FILE: fileWith('8080\n') }).port).toBe(8080)
    expect(read({ LECTERN_ADMIN_TOKEN_FILE: fileWith(`${'t'.repeat(40)}\n`) }).adminToken).toBe('t'.repeat(40))
  })

  test('treats an empty value as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: '', HOST: '' })).toMatchObject({ port: 4000, host: 'localhost' })
  })

  test.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]'],
    [{ LECTERN_URL: 'https://docs.example.com/' }, 'https://docs.example.com'],
    [{ LECTERN_URL: 'https://example.com/docs/' }, 'https://example.com/docs'],
  ])('%j has the address %s', (environment, url) => {
    expect(read(environment as Record<string, string>).url).toBe(url)
  })

  test.each<[Record<string, string>, string]>([
    [{ PORT: 'http' }, 'PORT is "http": set it to a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is "70000": set it to a whole number from 0 to 65535.'],
    [{ PORT: '0x50' }, 'PORT is "0x50": set it to a whole number from 0 to 65535.'],
    [{ PORT: '80', PORT_FILE: '/run/port' }, 'PORT and PORT_FILE are both set: unset one of them.'],
    [
      { PORT_FILE: '/missing/port' },
      'PORT_FILE names /missing/port, which cannot be read: check the path and its permissions.',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": set it to one of trace, debug, info, warn, error, fatal, silent.'],
    [
      { LECTERN_SITES_HOST: 'https://docs.example.com' },
      'LECTERN_SITES_HOST is "https://docs.example.com": set it to the host whose subdomains point to this server, such as docs.example.com.',
    ],
    [
      { LECTERN_URL: 'docs.example.com' },
      'LECTERN_URL is "docs.example.com": set it to the address clients use, such as https://docs.example.com.',
    ],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must look like postgres://user:password@host:5432/name; unset it to use SQLite.',
    ],
    [
      { LECTERN_ADMIN_TOKEN: 'short' },
      'LECTERN_ADMIN_TOKEN must have at least 32 characters and no spaces: use a longer random one.',
    ],
    ...[`lct_${'a'.repeat(40)}`, `lct_${'a'.repeat(30)}`, `lci_${'a'.repeat(40)}`].map(
      (token): [Record<string, string>, string] => [
        { LECTERN_ADMIN_TOKEN: token },
        'LECTERN_ADMIN_TOKEN looks like a Lectern token, but its checksum is wrong: copy the whole token, or use a random one that does not begin with lct_ or lci_.',
      ],
    ),
    [
      { LECTERN_OIDC_ISSUER: 'https://login.example.com', LECTERN_OIDC_CLIENT_ID: 'lectern' },
      'LECTERN_OIDC_CLIENT_SECRET is not set: set LECTERN_OIDC_ISSUER, LECTERN_OIDC_CLIENT_ID, LECTERN_OIDC_CLIENT_SECRET together, or none of them.',
    ],
    [
      {
        LECTERN_OIDC_ISSUER: 'http://login.example.com',
        LECTERN_OIDC_CLIENT_ID: 'lectern',
        LECTERN_OIDC_CLIENT_SECRET: 'secret',
      },
      'LECTERN_OIDC_ISSUER is "http://login.example.com": set it to the issuer of the provider, such as https://login.example.com.',
    ],
    [
      {
        LECTERN_OIDC_ISSUER: 'https://login.example.com',
        LECTERN_OIDC_CLIENT_ID: 'lectern',
        LECTERN_OIDC_CLIENT_SECRET: 'secret',
        LECTERN_OIDC_VERIFIED_CLAIM: 'two words',
      },
      'LECTERN_OIDC_VERIFIED_CLAIM is "two words": set it to the name of a claim, such as xms_edov.',
    ],
    [
      { LECTERN_SIGN_UP: 'open' },
      'LECTERN_SIGN_UP is "open", but addresses cannot be proved: set SMTP_URL, or LECTERN_OIDC_ISSUER and the settings beside it.',
    ],
    [{ LECTERN_SIGN_UP: 'yes' }, 'LECTERN_SIGN_UP is "yes": set it to one of closed, open.'],
    [{ LECTERN_ORGANIZATIONS: 'all' }, 'LECTERN_ORGANIZATIONS is "all": set it to one of admins, anybody.'],
    [
      { LECTERN_DNS: 'dns.example.com' },
      'LECTERN_DNS has "dns.example.com": list addresses of DNS servers, such as 10.0.0.53, [fd00::53]:53.',
    ],
    [
      { LECTERN_TRUSTED_PROXIES: 'loopback, proxy.example.com' },
      'LECTERN_TRUSTED_PROXIES has "proxy.example.com": list addresses and ranges of your proxies, such as loopback, 10.0.0.0/8.',
    ],
    [
      { LECTERN_INTEGRATIONS_HOST: 'https://apps.example.com' },
      'LECTERN_INTEGRATIONS_HOST is "https://apps.example.com": set it to the host whose subdomains point to this server, such as apps.example.com.',
    ],
    ...[
      ['LECTERN_URL', 'https://docs.example.com'],
      ['LECTERN_URL', 'https://x.docs.example.com:8443'],
      ['LECTERN_SITES_HOST', 'docs.example.com'],
    ].map(([name, value]): [Record<string, string>, string] => [
      { LECTERN_INTEGRATIONS_HOST: 'docs.example.com', [name!]: value! },
      'LECTERN_INTEGRATIONS_HOST is "docs.example.com", which LECTERN_URL or LECTERN_SITES_HOST already uses: use a separate host, such as apps.example.com.',
    ]),
    [
      { LECTERN_GIT_FOLDER: 'repositories' },
      'LECTERN_GIT_FOLDER is "repositories": set it to the full path of a folder that exists, or unset it.',
    ],
    [
      { LECTERN_FETCH_ALLOW: 'wiki.example.com, 10.0.0.0/40' },
      'LECTERN_FETCH_ALLOW has "10.0.0.0/40": list hosts, addresses or ranges, such as wiki.example.com, 10.0.0.0/8.',
    ],
    [{ LECTERN_SECRET: 'short' }, 'LECTERN_SECRET must have at least 32 characters: use a longer random one.'],
    [
      { LECTERN_DATA: '/dev/null/data' },
      'LECTERN_DATA is /dev/null/data, which cannot be created: name a folder this user may write to.',
    ],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => read(environment)).toThrow(new ConfigError(sentence))
  })

  test('never replaces a truncated secret file', () => {
    writeFileSync(join(folder, 'secret'), 'cut')
    expect(() => read()).toThrow(/is too short: restore it from a backup, or set LECTERN_SECRET\.$/)
  })
})

describe('the store of files', () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

  test('is the data folder unless a bucket is named', () => {
    expect(read().s3).toBeUndefined()
    expect(read({ S3_BUCKET: 'files' }).s3).toEqual({
      bucket: 'files',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
      forcePathStyle: false,
      prefix: '',
    })
  })

  test('may be any S3-compatible service', () => {
    const place = { S3_ENDPOINT: 'https://s3.example.com', S3_REGION: 'eu', S3_PREFIX: '/lectern/' }
    expect(read({ S3_BUCKET: 'files', ...keys, ...place }).s3).toEqual({
      bucket: 'files',
      endpoint: 'https://s3.example.com',
      region: 'eu',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      forcePathStyle: true,
      prefix: 'lectern/',
    })
    expect(read({ S3_BUCKET: 'files', ...place, S3_FORCE_PATH_STYLE: 'false' }).s3?.forcePathStyle).toBe(false)
  })

  test('reads its secret key from a file', () => {
    const environment = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY_FILE: fileWith('hidden\n') }
    expect(read(environment).s3?.credentials?.secretAccessKey).toBe('hidden')
  })

  test.each<[Record<string, string>, string]>([
    [keys, 'S3_ACCESS_KEY_ID is set without S3_BUCKET: name the bucket for files, or unset S3_ACCESS_KEY_ID.'],
    [
      { S3_BUCKET: 'files', S3_ENDPOINT: 's3.example.com' },
      'S3_ENDPOINT is "s3.example.com": set it to a URL such as https://s3.example.com.',
    ],
    [
      { S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'secret' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.',
    ],
    [
      { DATABASE_REPLICA_URL: 'postgres://replica/lectern' },
      'DATABASE_REPLICA_URL is set without DATABASE_URL: set the address of the primary too.',
    ],
    [{ S3_BUCKET: 'files', S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE is "yes": set it to one of true, false.'],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => read(environment)).toThrow(new ConfigError(sentence))
  })
})

describe('backups on schedule', () => {
  const KEY = 'a key of at least thirty-two characters'

  test('are made when a folder is named', () => {
    expect(read().backup).toBeUndefined()
    expect(
      read({ LECTERN_BACKUP_TO: '/backups', LECTERN_BACKUP_AT: 'sun 04:00', LECTERN_BACKUP_KEY: KEY }).backup,
    ).toEqual({
      to: { folder: '/backups' },
      times: [{ day: 0, hour: 4, minute: 0 }],
      keep: 14,
      key: KEY,
    })
  })

  test('may go to a bucket, with the settings of stored files or their own', () => {
    const files = { S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.com', S3_PREFIX: 'files' }
    const own = { LECTERN_BACKUP_TO: 's3://safe/lectern/', LECTERN_BACKUP_S3_ENDPOINT: 'https://far.example.com' }
    const location = { bucket: 'safe', prefix: 'lectern/', region: 'us-east-1', forcePathStyle: true }
    expect(read({ ...files, ...own }).backup?.to).toEqual({
      s3: { ...location, endpoint: 'https://far.example.com', credentials: undefined },
    })
    expect(read({ ...files, LECTERN_BACKUP_TO: 's3://files/backups' }).backup).toBeDefined()
  })

  test.each<[Record<string, string>, string]>([
    [{ LECTERN_BACKUP_KEEP: '3' }, 'LECTERN_BACKUP_KEEP is set without LECTERN_BACKUP_TO'],
    [{ LECTERN_BACKUP_TO: 'backups' }, 'LECTERN_BACKUP_TO is "backups": set it to the full path of a folder'],
    [{ LECTERN_BACKUP_TO: '/backups', LECTERN_BACKUP_AT: 'noon' }, 'LECTERN_BACKUP_AT has "noon"'],
    [{ LECTERN_BACKUP_TO: '/backups', LECTERN_BACKUP_KEY: 'short' }, 'LECTERN_BACKUP_KEY must have at least 32'],
    [{ LECTERN_BACKUP_TO: 's3://files/backups', S3_BUCKET: 'files' }, 'LECTERN_BACKUP_TO is among the stored files'],
  ])('are refused with a reason: %j', (environment, message) => {
    expect(() => read(environment)).toThrow(message)
  })
})
