// The scripts of our pages: bundled from `browser/`, and served under a name that changes with their content.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'

const HASH_LENGTH = 16

/** Serves a script, and returns the path it is at. */
export async function serveScript(http: FastifyInstance, name: string): Promise<string> {
  const code = await loadScript(name)
  const path = `/assets/${name}-${sha256(code).slice(0, HASH_LENGTH)}.js`
  http.get(path, { config: { operationId: 'script' } }, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(code),
  )
  return path
}

const bundled = new Map<string, Promise<string>>()

// The build has the scripts; from the sources, they are bundled once a process.
function loadScript(name: string): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(`dist/browser/${name}.js`, PACKAGE_FOLDER), 'utf8')
  if (!bundled.has(name)) bundled.set(name, bundle(fileURLToPath(new URL(`src/browser/${name}.ts`, PACKAGE_FOLDER))))
  return bundled.get(name)!
}

async function bundle(source: string): Promise<string> {
  const { build } = await import('esbuild')
  const options = { bundle: true, write: false, minify: true, format: 'esm', target: 'es2022' } as const
  const { outputFiles } = await build({ entryPoints: [source], ...options })
  return outputFiles[0]!.text
}
