// Packs written by git, and malicious packs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkPack } from './pack-check.ts'

const MIB = 1024 * 1024
const BLOB = 3
const OFS_DELTA = 6

function numberBytes(value: number, first: number, bits: number): number[] {
  const bytes = [first | (value % 2 ** bits)]
  for (let rest = Math.floor(value / 2 ** bits); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 128
    bytes.push(rest % 128)
  }
  return bytes
}

const entry = (type: number, data: Uint8Array, size = data.length, distance: number[] = []): Buffer =>
  Buffer.concat([Buffer.from([...numberBytes(size, type << 4, 4), ...distance]), deflateSync(data)])

function packOf(...entries: Buffer[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(entries.length, 8)
  const body = Buffer.concat([head, ...entries])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

test('a pack with deltas, as git writes it, is accepted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pack-'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-C', folder, ...words])
  try {
    git('init', '--quiet')
    const lines = Array.from({ length: 2000 }, (_, at) => `Line ${at} ${at * 7919}\n`)
    for (const edit of [1, 2, 3]) {
      writeFileSync(
        join(folder, 'text.md'),
        lines.map((line, at) => (at === edit * 100 ? `${line}${edit}` : line)).join(''),
      )
      git('add', '--all')
      git('commit', '--quiet', '--message', `edit ${edit}`)
    }
    const names = git('rev-list', '--objects', '--all').toString()
    const pack = execFileSync('git', ['-C', folder, 'pack-objects', '--stdout', '--delta-base-offset'], {
      input: names,
    })
    expect(() => checkPack(pack)).not.toThrow()
    expect(() => checkPack(pack.subarray(0, pack.length / 2))).toThrow(/damaged/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each<[string, () => Buffer, RegExp]>([
  ['one large object', () => packOf(entry(BLOB, Buffer.alloc(51 * MIB))), /more than 50 MiB in one file/],
  ['an object that says it is small', () => packOf(entry(BLOB, Buffer.alloc(60 * MIB), 10)), /damaged/],
  [
    'much in little',
    () => packOf(...Array.from({ length: 3 }, () => entry(BLOB, Buffer.alloc(20 * MIB)))),
    /200 times its size/,
  ],
  [
    'a difference that grows',
    () => {
      const base = entry(BLOB, Buffer.from('a'))
      const delta = Buffer.from([...numberBytes(1, 0, 7), ...numberBytes(60 * MIB, 0, 7)])
      return packOf(base, entry(OFS_DELTA, delta, delta.length, [base.length]))
    },
    /more than 50 MiB in one file/,
  ],
  [
    'deltas without end',
    () => {
      const delta = Buffer.from([1, 1, 0x90, 1])
      const base = entry(BLOB, Buffer.from('a'))
      const first = entry(OFS_DELTA, delta, delta.length, [base.length])
      return packOf(
        base,
        ...Array.from({ length: 300 }, (_, at) =>
          at === 0 ? first : entry(OFS_DELTA, delta, delta.length, [first.length]),
        ),
      )
    },
    /more than 250 chained deltas/,
  ],
  ['no pack', () => Buffer.from('<html>This is a page, and no pack at all</html>'), /damaged/],
])('%s is refused', (_what, make, sentence) => {
  expect(() => checkPack(make())).toThrow(sentence)
})
