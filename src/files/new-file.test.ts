import { describe, expect, test } from 'vitest'
import { toFileName } from './new-file.ts'

describe('names of files', () => {
  test('a long name is truncated, keeps its extension, and stays unique', () => {
    const names = ['a', 'b'].map((end) => toFileName(`folder/${'x'.repeat(300)}${end}.tar`))
    for (const name of names) expect(name).toMatch(/^x{187}-[\w-]{8}\.tar$/)
    expect(names[0]).not.toBe(names[1])
    expect(toFileName(names[0]!)).toBe(names[0])
  })

  test('a name is the last segment of a path, and dots alone are not a name', () => {
    expect(toFileName('a/..')).toBe('')
    expect(toFileName('C:\\a\\b.txt')).toBe('b.txt')
  })
})
