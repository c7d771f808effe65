// @only-sqlite
// Pictures in the widths that screens need.
import { crc32, deflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { beforeAll, describe, expect, test } from 'vitest'
import { edit } from '../../test/support/edits.ts'
import { readUrl } from '../../test/support/readers.ts'
import { startedServer } from '../../test/support/server.ts'
import { newSite, type TestSite } from '../../test/support/sites.ts'

const server = startedServer()

/** A PNG of noise, which no format makes much smaller. */
function pngOf(width: number, height: number, chunks: [string, Buffer][] = []): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let at = 0, seed = 7; at < rows.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    rows[at] = at % (1 + width * 3) === 0 ? 0 : seed >>> 24
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return pngFrom([['IHDR', header], ...chunks, ['IDAT', deflateSync(rows)], ['IEND', Buffer.alloc(0)]])
}

function pngFrom(chunks: [string, Buffer][]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  })
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts])
}

/** Says that it has a gigapixel, in a few bytes. */
function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(40_000, 0)
  header.writeUInt32BE(40_000, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return pngFrom([
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(1000))],
    ['IEND', Buffer.alloc(0)],
  ])
}

let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found())
})

/** Puts a picture on a page; returns the page, and the picture as it is offered. */
async function show(name: string, bytes: Buffer) {
  const [space] = site.spaces
  await site.admin.http.post(`/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_files', files: [{ base64: bytes.toString('base64'), name }] }],
  })
  const { items } = (await site.admin.http.get(`/v1/spaces/${space}/content/files?limit=1000`)).body
  const ref = { kind: 'file', file: items.find((file: { name: string }) => file.name === name).id }
  const slug = name.replace('.', '-')
  const picture = { object: 'block', type: 'image', isVoid: true, data: { ref, alt: 'A quay' } }
  const pictures = { object: 'block', type: 'images', isVoid: true, data: {}, nodes: [picture] }
  const document = { object: 'document', data: {}, nodes: [pictures] }
  await edit(server, { space: space! }, [{ operation: 'insert_page', id: slug, title: name, slug, document }] as never)
  const { text } = await readUrl(server, `${site.url}${slug}`, { accept: 'text/html' })
  const image = /<img[^>]*alt="A quay"[^>]*>/.exec(text)![0]
  const attribute = (of: string) => new RegExp(` ${of}="([^"]*)"`).exec(image)?.[1]?.replaceAll('&amp;', '&')
  const sources = (attribute('srcset') ?? '').split(', ').filter(Boolean)
  return { image, src: attribute('src')!, sources: sources.map((source) => source.split(' ') as [string, string]) }
}

const get = async (url: string) => {
  const { pathname, search } = new URL(url)
  const answer = await server.app.http.inject({ url: pathname + search })
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes: answer.rawPayload }
}

describe('a large picture', () => {
  test('is offered in smaller widths, with its size', async () => {
    const { image, sources, src } = await show('quay.png', pngOf(1000, 500))
    expect(image).toContain(' width="1000" height="500"')
    expect(sources.map(([, width]) => width)).toEqual(['320w', '640w', '960w', '1000w'])
    const small = await get(sources[0]![0])
    expect([small.status, small.type]).toEqual([200, 'image/webp'])
    expect(imageSize(small.bytes)).toMatchObject({ width: 320, height: 160, type: 'webp' })
    const whole = await get(src)
    expect(whole.type).toBe('image/png')
    expect(small.bytes.length).toBeLessThan(whole.bytes.length / 3)
    // It is made once.
    expect((await get(sources[0]![0])).bytes.equals(small.bytes)).toBe(true)
  })

  test('has no other widths than these', async () => {
    const { src } = await show('pier.png', pngOf(700, 350))
    const whole = await get(src)
    for (const width of ['333', '-1', '1e3', 'x'])
      expect((await get(`${src}&width=${width}`)).bytes.equals(whole.bytes)).toBe(true)
  })
})

describe('what is no usual picture is sent as it is', () => {
  test('a small one is offered in one width', async () => {
    expect((await show('dot.png', pngOf(20, 20))).sources).toEqual([])
  })

  test.each([
    ['a bomb', 'bomb.png', bomb()],
    ['one that is cut off', 'cut.png', pngOf(900, 90).subarray(0, 4000)],
    ['one that moves', 'moving.png', pngOf(900, 9, [['acTL', Buffer.alloc(8)]])],
    [
      'one that is broken',
      'broken.jpg',
      Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(900)]),
    ],
  ])('%s', async (_what, name, bytes) => {
    const { src } = await show(name, bytes)
    const small = await get(`${src}&width=640`)
    expect(small.status).toBe(200)
    expect(small.bytes.equals(bytes)).toBe(true)
  })
})
