// Type detection: by bytes first, then by name.
import { describe, expect, test } from 'vitest'
import { detectType } from './content-type.ts'
import { measureImage } from './dimensions.ts'
import { fromBase64 } from './new-file.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script></svg>'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('the type of a file', () => {
  test.each<[string, string, string | Buffer, string]>([
    ['a picture', 'a.png', PNG, 'image/png'],
    ['a picture named like a page', 'a.html', PNG, 'image/png'],
    ['a page named like a picture', 'a.png', '<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['a page without a name', '', '  <html lang="en">', 'text/html'],
    ['a page behind a comment', 'x', '<!-- hello --><body onload="x">', 'text/html'],
    ['a drawing', 'a.svg', SVG, 'image/svg+xml'],
    ['a drawing named like a photo', 'a.jpg', `<?xml version="1.0"?>\n<!-- made -->\n${SVG}`, 'image/svg+xml'],
    ['a drawing with a document type', 'a', `<!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>${SVG}`, 'image/svg+xml'],
    ['text named like a drawing', 'a.svg', 'hello', 'text/plain'],
    ['markdown that begins like a page', 'README.md', '<div align="center"><img></div>\n# Title', 'text/markdown'],
    ['JSON', 'a.json', '{"a":1}', 'application/json'],
    ['text named like a picture', 'a.png', 'hello', 'text/plain'],
    ['text that ends in the middle of a character', 'a', Buffer.from('grün €').subarray(0, -1), 'text/plain'],
    ['nothing', 'a.png', '', 'text/plain'],
    ['a font', 'a.woff2', latin1('wOF2\0\x01\0\0'), 'font/woff2'],
    ['a document in an archive', 'a.docx', latin1('PK\x03\x04'), expect.stringContaining('wordprocessingml') as never],
    ['an archive named like a page', 'a.html', latin1('PK\x03\x04'), 'application/zip'],
    ['a film', 'a.mp4', latin1('\0\0\0\x20ftypisom'), 'video/mp4'],
    ['PDF', 'a', latin1('%PDF-1.7'), 'application/pdf'],
    ['bytes named like a page', 'a.html', latin1('\0\0\0\0'), 'application/octet-stream'],
    ['bytes named like a picture', 'a.png', latin1('\0\0\0\0'), 'application/octet-stream'],
    ['bytes of a program', 'a.exe', latin1('MZ\0\0'), expect.stringMatching(/^application\//) as never],
    ['bytes without a name', '', latin1('\0\0\0\0'), 'application/octet-stream'],
  ])('%s', async (_what, name, bytes, type) => {
    expect(await detectType(Buffer.from(bytes as Buffer), name)).toEqual(type)
  })

  test.each([
    ['an endless document type', '<!doctype svg '.padEnd(250_000)],
    ['endless brackets', `<!doctype svg [${']'.repeat(250_000)}`],
    ['an endless comment', '<!--'.repeat(60_000)],
    ['very many comments', '<!---->'.repeat(35_000)],
    ['an endless declaration', `<?xml ${'?'.repeat(250_000)}`],
  ])('is found quickly in spite of %s', async (_what, text) => {
    const start = performance.now()
    await detectType(Buffer.from(text), 'a.svg')
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('the size of a picture', () => {
  test.each<[string, Buffer, string, object | undefined]>([
    ['of dots', PNG, 'image/png', { width: 1, height: 1 }],
    ['of lines', Buffer.from(SVG), 'image/svg+xml', { width: 20, height: 10 }],
    ['that is cut off', PNG.subarray(0, 12), 'image/png', undefined],
    ['that is none', Buffer.from('hello'), 'text/plain', undefined],
    ['on its side', photo(6), 'image/jpeg', { width: 30, height: 40 }],
    ['upright', photo(1), 'image/jpeg', { width: 40, height: 30 }],
  ])('%s', async (_what, bytes, type, size) => {
    expect(await measureImage(bytes, type)).toEqual(size)
  })

  /** The head of a JPEG of 40 × 30 pixels with an EXIF orientation. */
  function photo(orientation: number): Buffer {
    const exif = latin1(
      `Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`,
    )
    const frame = latin1('\xff\xc0\0\x11\x08\0\x1e\0\x28\x03\x01\x22\0\x02\x11\x01\x03\x11\x01')
    return Buffer.concat([
      latin1('\xff\xd8\xff\xe1'),
      Buffer.from([0, exif.length + 2]),
      exif,
      frame,
      latin1('\xff\xd9'),
    ])
  }
})

describe('Base64', () => {
  test.each([
    ['aGVsbG8=', 'hello'],
    ['aGVsbG8', 'hello'],
    ['aGVs\nbG8=\n', 'hello'],
    ['data:text/plain;base64,aGVsbG8=', 'hello'],
    ['', ''],
  ])('%j is read', (text, bytes) => {
    expect(fromBase64(text)?.toString()).toBe(bytes)
  })

  test('of many megabytes is read, however often', () => {
    const text = Buffer.alloc(15 * 1024 * 1024).toString('base64')
    for (let times = 0; times < 3; times++) expect(fromBase64(text)?.length).toBe(15 * 1024 * 1024)
  })

  test.each(['hello!', 'a', 'aGVsbG8===', '=', 'data:text/plain,hello', 'aGVs=bG8'])('%j is refused', (text) => {
    expect(fromBase64(text)).toBeUndefined()
  })
})
