// Reads the turn log of a server's event loop.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const SOURCE = new URL('./turn-log.ts', import.meta.url).pathname

export interface Turns {
  /** Environment variables of the watched server. */
  environment: Record<string, string>
  /** The longest turn since the last call, in milliseconds. */
  longest(): Promise<number>
}

export async function logTurns(folder: string): Promise<Turns> {
  const file = join(folder, 'turns.log')
  await writeFile(file, '')
  // Compiled, because threads of the server load it too, without a loader for TypeScript.
  const script = join(folder, 'turn-log.mjs')
  await build({ entryPoints: [SOURCE], bundle: true, format: 'esm', platform: 'node', outfile: script })
  return {
    environment: { TURN_LOG: file, NODE_OPTIONS: `--import ${script}` },
    async longest() {
      const lines = (await readFile(file, 'utf8')).trim().split('\n')
      await writeFile(file, '')
      return Math.max(...lines.map((line) => Number(line.split(' ')[1] ?? 0)))
    },
  }
}
