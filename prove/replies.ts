// `npm run prove:replies`: records what the server replies to every operation and place, or compares it with a recording.
//
//   npm run prove:replies -- before.jsonl                  records on SQLite
//   npm run prove:replies -- before.jsonl --postgres       records on PostgreSQL
//   npm run prove:replies -- --compare before.jsonl        records again, and shows what differs
//   npm run prove:replies -- --compare before.jsonl --only 'getPage|listPages'    only calls whose name begins so
//
// It needs nothing but HTTP and `test/support`: to record another version, copy it to the `prove` folder of that version.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { differencesBetween, readRecording } from './replies/compare.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean' }, compare: { type: 'string' }, only: { type: 'string' } },
})
const { postgres = false, compare, only = '' } = values

if (!positionals[0] && !compare) {
  console.error('Name a file for the recording, or --compare with one.')
  process.exit(2)
}

function record(file: string): void {
  const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'prove/replies/vitest.config.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      LECTERN_TEST_DATABASE: postgres ? 'postgres' : 'sqlite',
      LECTERN_RECORD_TO: file,
      LECTERN_RECORD_ONLY: only,
    },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'lectern-replies-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const recorded = resolve(positionals[0] ?? join(scratch, 'replies.jsonl'))
record(recorded)

if (compare) {
  const differences = differencesBetween(readRecording(compare, only), readRecording(recorded, only))
  for (const difference of differences) console.log(difference)
  console.log(differences.length === 0 ? 'All replies are the same.' : `${differences.length} calls differ.`)
  process.exit(differences.length === 0 ? 0 : 1)
}
