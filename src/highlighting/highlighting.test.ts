// Highlighting: every language, no text changed, and bounds.
import { bundledLanguages } from 'shiki/langs'
import { describe, expect, test } from 'vitest'
import type { Token } from '../render/html/contract.ts'
import { findHighlights, MAX_CODE } from './index.ts'
import { highlight } from './tasks.ts'

/** Waits for the thread, as a later request does. */
async function tokensOf(code: string, syntax: string): Promise<Token[][] | undefined> {
  const first = findHighlights(code, syntax)
  if (!(first instanceof Promise)) return first
  await first
  return findHighlights(code, syntax) as Token[][] | undefined
}

const textOf = (lines: readonly (readonly Token[])[] | undefined) =>
  lines?.map((line) => line.map(({ text }) => text).join('')).join('\n')

describe('highlighting', () => {
  test('tells what the pieces of a code are, and changes no text', async () => {
    const code = "// Doubles.\nconst double = (n: number) => n * 2\n\nconsole.log(double('é😀'))"
    const lines = await tokensOf(code, 'TypeScript')
    expect(textOf(lines)).toBe(code)
    const kindOf = (text: string) => lines!.flat().find((token) => token.text.trim() === text)?.kind
    expect(kindOf('// Doubles.')).toBe('comment')
    expect(kindOf('const')).toBe('keyword')
    expect(kindOf('number')).toBe('type')
    expect(kindOf('2')).toBe('number')
    expect(kindOf("'é😀'")).toBe('string')
    expect(kindOf('log')).toBe('function')
  })

  test('leaves unknown languages, large code and strange line ends plain', async () => {
    expect(await tokensOf('let it = be', 'klingon')).toBeUndefined()
    expect(await tokensOf('let it = be', '__proto__')).toBeUndefined()
    expect(await tokensOf('a\rb\r\nc', 'js')).toBeUndefined()
    expect(findHighlights('text', 'text')).toBeUndefined()
    expect(findHighlights('x '.repeat(MAX_CODE), 'js')).toBeUndefined()
  })

  test('a code at the limits ends in time, and others are highlighted after it', async () => {
    const slow = `${'(('.repeat(MAX_CODE / 4)}\n${'[a'.repeat(MAX_CODE / 8)}`
    const [, next] = await Promise.all([tokensOf(slow, 'markdown'), tokensOf('{"a": 1}', 'json')])
    expect(textOf(next)).toBe('{"a": 1}')
  })

  test.each(['bash', 'py', 'go', 'rs', 'java', 'cs', 'rb', 'php', 'yml', 'sql', 'html', 'css', 'diff', 'toml'])(
    'knows %s, by its short name too',
    async (syntax) => {
      expect(Object.keys(bundledLanguages)).toContain(syntax)
      expect(await highlight('a = "b" # 1', syntax)).toBeDefined()
    },
  )
})
