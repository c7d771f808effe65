// @only-sqlite
// Downloads over HTTP: headers, ranges, caching, and invalid or expired links.
import { beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../../../test/support/raw.ts'
import { startedServer } from '../../../test/support/server.ts'
import { toFile } from '../../domain/revisions/files.ts'
import { downloadPath } from '../../files/links.ts'
import { storeFile } from '../../files/new-file.ts'
import { DAY } from '../../lib/time.ts'

const server = startedServer()
const urls = () => server.urls

async function link(name: string, text: string | Buffer): Promise<string> {
  const file = await storeFile(server.files.store, { bytes: [Buffer.from(text)], name })
  return toFile(file, server.files.signer, urls()).downloadURL
}

let url: string
beforeAll(async () => {
  url = await link('ten.txt', '0123456789')
})

describe('a download', () => {
  test('needs no token, and has the headers for browsers and caches', async () => {
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('0123456789')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': 'inline; filename="ten.txt"',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: '"84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"',
    })
    const [, age] = /^public, max-age=(\d+), immutable$/.exec(response.headers.get('cache-control')!)!
    expect(Number(age)).toBeGreaterThanOrEqual(7 * 24 * 3600)
    expect(Number(age)).toBeLessThanOrEqual(14 * 24 * 3600)
  })

  test('answers HEAD without the bytes', async () => {
    const response = await fetch(url, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', ''])
  })

  test('is not sent again to those who have it', async () => {
    const etag = (await fetch(url)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const response = await fetch(url, { headers: { 'if-none-match': known } })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await fetch(url, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  })

  test('comes in parts', async () => {
    const response = await fetch(url, { headers: { range: 'bytes=3-5' } })
    expect([response.status, await response.text()]).toEqual([206, '345'])
    expect(response.headers.get('content-range')).toBe('bytes 3-5/10')
    expect(response.headers.get('content-length')).toBe('3')
    const beyond = await fetch(url, { headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(await beyond.json()).toMatchObject({ error: { code: 416 } })
    expect(beyond.headers.get('cache-control')).toBeNull()
  })

  test('is sent in part only if the client has the same version', async () => {
    const etag = (await fetch(url)).headers.get('etag')!
    const ask = (condition: string) => fetch(url, { headers: { range: 'bytes=3-5', 'if-range': condition } })
    expect((await ask(etag)).status).toBe(206)
    expect((await ask('"other"')).status).toBe(200)
  })

  test('of an empty file is empty', async () => {
    const response = await fetch(await link('empty.txt', ''))
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', ''])
  })

  test('goes to many at once, however large it is', async () => {
    const bytes = Buffer.alloc(20_000_000, 'Lectern')
    const large = await link('large.bin', bytes)
    const lengths = await Promise.all(
      Array.from({ length: 4 }, async () => Buffer.from(await (await fetch(large)).arrayBuffer()).equals(bytes)),
    )
    expect(lengths).toEqual([true, true, true, true])
  }, 30_000)

  test('accepts no other methods', async () => {
    const response = await fetch(url, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('active content', () => {
  const INERT = /default-src 'none'.*; sandbox$/

  test.each([
    ['page.html', '<script>alert(1)</script>', 'text/html; charset=utf-8', 'attachment'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'inline'],
    ['feed.xml', '<?xml version="1.0"?><a/>', 'application/xml', 'attachment'],
    ['code.js', 'alert(1)', 'text/javascript; charset=utf-8', 'attachment'],
    ['picture.png', '<script>alert(1)</script>', 'text/html; charset=utf-8', 'attachment'],
  ])('%s is inert', async (name, text, type, disposition) => {
    const { headers } = await fetch(await link(name, text))
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; `))
    expect(headers.get('content-security-policy')).toMatch(INERT)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a PDF is shown, which no sandbox allows', async () => {
    const { headers } = await fetch(await link('paper.pdf', '%PDF-1.7'))
    expect(headers.get('content-disposition')).toMatch(/^inline/)
    expect(headers.get('content-security-policy')).toBeNull()
  })
})

describe('the name of a file', () => {
  test.each([
    [
      'Übersicht "final" 100%.txt',
      `filename="_bersicht _final_ 100_.txt"; filename*=UTF-8''%C3%9Cbersicht%20%22final%22%20100%25.txt`,
    ],
    ["it's (1).txt", 'filename="it\'s (1).txt"'],
    ['../../etc/passwd', 'filename="passwd"'],
    ['C:\\temp\\a\r\nX-Evil: 1.txt', 'filename="aX-Evil: 1.txt"'],
    [`${'文'.repeat(300)}.txt`, expect.stringMatching(/(%E6%96%87)+-[\w-]{8}\.txt$/)],
    ['..', 'filename="file.txt"'],
  ])('%j is told safely', async (name, told) => {
    const response = await fetch(await link(name, 'text'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')!.replace(/^\w+; /, '')).toEqual(told)
  })

  test('is made from the type where there is none', async () => {
    expect(await link('', '%PDF-1.7')).toContain('/file.pdf?')
  })
})

describe('a link', () => {
  const statusOf = async (address: string) => (await fetch(address)).status

  test('that was tampered with is 404', async () => {
    const change = (from: string | RegExp, to: string) => statusOf(url.replace(from, to))
    expect(url).toMatch(/type=text%2Fplain/)
    expect(await change('ten.txt', 'ten.html')).toBe(404)
    expect(await change('text%2Fplain', 'text%2Fhtml')).toBe(404)
    expect(await change(/expires=\d/, 'expires=9')).toBe(404)
    expect(await change(/signature=.../, 'signature=abc')).toBe(404)
    expect(await change(/signature=.*/, '')).toBe(404)
    expect(await change(/\?.*/, '')).toBe(404)
    expect(await change(/\/files\/./, '/files/0')).toBe(404)
    expect(await statusOf(`${url}&signature=x`)).toBe(404)
  })

  test('that has expired is refused without caching', async () => {
    const { pathname } = new URL(url)
    const old = downloadPath(
      server.files.signer,
      { blob: pathname.split('/')[2]!, name: 'ten.txt', contentType: 'text/plain' },
      Date.now() - DAY,
    )
    const response = await fetch(server.url + old)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('expired') } })
    expect(response.headers.get('cache-control')).toBeNull()
  })

  test('to missing bytes is 404', async () => {
    const file = { id: 'x', name: 'x', contentType: 'text/plain', size: 1 }
    expect(await statusOf(toFile(file, server.files.signer, urls()).downloadURL)).toBe(404)
    const lost = { ...file, blob: 'f'.repeat(64) }
    expect(await statusOf(toFile(lost, server.files.signer, urls()).downloadURL)).toBe(404)
  })

  test('that is malformed causes no server error', async () => {
    for (const path of ['/files/x/y?signature=', '/files/%00/%ff?expires=x', '/files/a/b/c', '/files/x/%E0%A4%A'])
      expect([400, 404]).toContain((await sendRaw(server.url, { method: 'GET', path })).status)
  })
})
