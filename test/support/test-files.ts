// The test files and what each says about itself: the tags in its first line, as in `// @only-sqlite @slow`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const TAGS = ['only-sqlite', 'only-postgres', 'proof', 'slow']

export interface TestFile {
  path: string
  kind: 'pure' | 'database' | 'browser' | 'proof'
  tags: string[]
}

const ROOT = join(import.meta.dirname, '../..')
const OPENS_DATABASE = /support\/(server|database)\.ts'/

export const testFiles: TestFile[] = ['src', 'test']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => {
    const code = readFileSync(join(ROOT, path), 'utf8')
    const tags = tagsOf(code)
    return { path, tags, kind: kindOf(path, code, tags) }
  })

export function tagsOf(code: string): string[] {
  const [line = ''] = code.split('\n', 1)
  return line.startsWith('// @') ? line.slice('// @'.length).split(' @') : []
}

function kindOf(path: string, code: string, tags: string[]): TestFile['kind'] {
  if (tags.includes('proof')) return 'proof'
  if (path.startsWith('test/browser/')) return 'browser'
  return OPENS_DATABASE.test(code) ? 'database' : 'pure'
}
