// Where scheduled backups are: in a folder or a bucket. Everything there is a piece, which is named by a hash, or the
// list of a backup. They appear only when they are complete, and are read again after they were written.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { StorageBackend } from '../../files/backend.ts'
import { diskBackend } from '../../files/disk.ts'
import { type S3Options, s3Backend } from '../../files/s3.ts'
import { newId } from '../../lib/ids.ts'
import { BackupError } from '../format.ts'
import { type Cipher, createCipher } from './cipher.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** No text is larger. */
const MAX_TEXT = 512 * 1024 * 1024

export interface TargetOptions {
  to: { folder: string } | { s3: S3Options }
  /** Encrypts backups; without it, they are readable for whoever reads the target. */
  key?: string | undefined
}

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface Shelf {
  /** The folder of what was stored with the same key. */
  id: string
  /** The names of all pieces. */
  listPieces(): Promise<Set<string>>
  nameOf: Cipher['nameOf']
  /** Stores bytes with this hash; returns how many bytes were stored. Throws if they are not there afterwards. */
  putFile(hash: string, source: Source): Promise<number>
  /** Throws at the end if the bytes do not have the hash. */
  readFile(hash: string): AsyncGenerator<Uint8Array>
  /** Stores a text, compressed, under the hash that `hashOfText` gives. */
  putText(hash: string, text: string): Promise<number>
  readText(hash: string): Promise<string>
  removePiece(name: string): Promise<void>
  /** Names of backups, oldest first. */
  listBackups(): Promise<string[]>
  /** How many backups are there that were made with other keys. */
  countForeign(): Promise<number>
  putBackup(name: string, list: string): Promise<void>
  readBackup(name: string): Promise<string>
  removeBackup(name: string): Promise<void>
  /** Removes incomplete files of a server that was killed. */
  removeLeftovers(): Promise<void>
}

/** `scratch` is a local folder for what is on its way to a bucket. */
export function openShelf({ to, key }: TargetOptions, scratch: string): Shelf {
  const backend = 'folder' in to ? diskBackend(to.folder) : s3Backend(to.s3)
  // Beside the pieces, because a file can be moved only within a file system.
  const staging = join('folder' in to ? to.folder : scratch, 'backup.incoming')
  return shelfOf(backend, staging, createCipher(key))
}

function shelfOf(backend: StorageBackend, staging: string, cipher: Cipher): Shelf {
  const pieces = `pieces/${cipher.id}`
  const pathOf = (name: string) => `${pieces}/${name.slice(0, 2)}/${name}`
  const listPath = (name: string) => `backups/${cipher.id}/${name}`

  const store = async (path: string, source: Source): Promise<number> => {
    await mkdir(staging, { recursive: true, mode: 0o700 })
    const file = join(staging, newId())
    try {
      const output = createWriteStream(file, { mode: 0o600, flush: true })
      await pipeline(Readable.from(cipher.seal(source, path), { objectMode: false }), output)
      const size = output.bytesWritten
      await backend.add(path, file, size)
      return size
    } finally {
      await rm(file, { force: true })
    }
  }
  const read = async function* (path: string): AsyncGenerator<Uint8Array> {
    const stored = await backend.find(path)
    if (!stored) throw new BackupError(`${path} is missing from the target of backups.`)
    yield* cipher.unseal(await stored.read(), path)
  }
  const at = (hash: string) => pathOf(cipher.nameOf(hash))
  const readFile = (hash: string) => hashed(hash, read(at(hash)))
  const readText = async (hash: string) => {
    const text = await unpack(read(at(hash)))
    if (hashOfText(text) !== hash) throw new BackupError(`The piece ${hash} of the backup is damaged.`)
    return text
  }
  return {
    id: cipher.id,
    nameOf: cipher.nameOf,
    async listPieces() {
      const names = new Set<string>()
      for await (const path of backend.list(pieces)) names.add(path.slice(path.lastIndexOf('/') + 1))
      return names
    },
    async putFile(hash, source) {
      const size = await store(at(hash), source)
      for await (const _ of readFile(hash));
      return size
    },
    readFile,
    async putText(hash, text) {
      const size = await store(at(hash), [await compress(text)])
      await readText(hash)
      return size
    },
    readText,
    removePiece: (name) => backend.remove(pathOf(name)),
    async listBackups() {
      const names: string[] = []
      for await (const path of backend.list(`backups/${cipher.id}`)) names.push(path.slice(path.lastIndexOf('/') + 1))
      return names.sort()
    },
    async countForeign() {
      let count = 0
      for await (const path of backend.list('backups')) if (!path.startsWith(`backups/${cipher.id}/`)) count++
      return count
    },
    async putBackup(name, list) {
      await store(listPath(name), [await compress(list)])
      if ((await unpack(read(listPath(name)))) !== list)
        throw new BackupError(`The target of backups did not keep ${name} as it was written.`)
    },
    readBackup: (name) => unpack(read(listPath(name))),
    removeBackup: (name) => backend.remove(listPath(name)),
    removeLeftovers: () => rm(staging, { recursive: true, force: true }),
  }
}

async function* hashed(hash: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const found = createHash('sha256')
  for await (const chunk of source) {
    found.update(chunk)
    yield chunk
  }
  if (found.digest('hex') !== hash) throw new BackupError(`The piece ${hash} of the backup is damaged.`)
}

async function unpack(source: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return (await expand(Buffer.concat(chunks), { maxOutputLength: MAX_TEXT })).toString('utf8')
}

/** Never the hash of a file, so that a file cannot stand in for a text. */
export const hashOfText = (text: string): string => createHash('sha256').update('text\n').update(text).digest('hex')
