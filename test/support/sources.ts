// Reads the source files: their imports, and their code without comments.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Source {
  /** Relative to the repository root: `src/server/http.ts`. */
  path: string
  /** Without comments. */
  code: string
  imports: string[]
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g

export const importsIn = (code: string): string[] => [...code.matchAll(IMPORT)].map(([, , name]) => name!)

// In a string, `//` follows a colon or a quote, so only one after a space or at the start of a line is a comment.
export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[ \t])\/\/.*$/gm, '$1')

/** Lists every TypeScript file below `folder`, tests included. */
export function sourcesIn(folder: string): Source[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name))
  return paths.sort().map((path) => {
    const code = withoutComments(readFileSync(join(root, path), 'utf8'))
    return { path, code, imports: importsIn(code) }
  })
}

/** Resolves a relative import to a path from the repository root; undefined for a package. */
export const resolveImport = (from: string, name: string): string | undefined =>
  name.startsWith('.') ? join(dirname(from), name) : undefined
