// The rules of the environment, each with the sentence a person gets to read.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
      host: '127.0.0.1',
      url: 'http://127.0.0.1:4000',
      data: folder,
      database: join(folder, 'lectern.db'),
      adminToken: undefined,
      logLevel: 'info',
      stopWithin: 10_000,
    })
  })

  test('keeps a secret it made, readable by its user only', () => {
    const { secret, secretFile } = read()
    expect(secretFile).toBe(join(folder, 'secret'))
    expect(secret).toHaveLength(43)
    expect(read().secret).toBe(secret)
    expect(readFileSync(secretFile!, 'utf8')).toBe(secret)
    expect(statSync(secretFile!).mode & 0o077).toBe(0)
  })

  test('takes a secret that is given, and then writes none', () => {
    const secret = 's'.repeat(32)
    expect(read({ LECTERN_SECRET: secret })).toMatchObject({ secret, secretFile: undefined })
  })

  test('reads every name from a file too, without the line end', () => {
    expect(read({ PORT_FILE: fileWith('8080\n') }).port).toBe(8080)
    expect(read({ LECTERN_ADMIN_TOKEN_FILE: fileWith(`${'t'.repeat(40)}\n`) }).adminToken).toBe('t'.repeat(40))
  })

  test('an empty value is no value', () => {
    expect(read({ PORT: '', DATABASE_URL: '', HOST: '' })).toMatchObject({ port: 4000, host: '127.0.0.1' })
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

  test('a secret file that was cut off is not replaced behind your back', () => {
    writeFileSync(join(folder, 'secret'), 'cut')
    expect(() => read()).toThrow(/is too short: put it back from a backup, or set LECTERN_SECRET\.$/)
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

  test('may be anywhere that speaks S3', () => {
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

  test('takes its secret from a file', () => {
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
    [{ S3_BUCKET: 'files', S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE is "yes": set it to one of true, false.'],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => read(environment)).toThrow(new ConfigError(sentence))
  })
})
