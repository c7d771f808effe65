// @only-sqlite
import { beforeAll, describe, expect, test } from 'vitest'
import { type Archive, exportOf, localLinks } from '../../../test/support/archives.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { everyBlock } from '../../../test/support/every-block.ts'
import { httpAs } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newSite, type TestSite } from '../../../test/support/sites.ts'
import { fileAt, toName } from './local-files.ts'

const server = startedServer()

let site: TestSite
let archive: Archive

const textOf = (name: string, files = archive): string => files.get(name)!.toString()

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry', spaces: ['First', 'Second'] })
  const [space] = site.spaces
  await site.admin.http.post(`/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_files', files: [{ base64: btoa('hello'), name: 'hello.txt' }] }],
  })
  const { items } = (await site.admin.http.get(`/v1/spaces/${space}/content/files`)).body
  const online = `[the guide online](${site.url}guide)`
  const link = { kind: 'url', url: 'https://example.com/guide' }
  const text = JSON.stringify(documentOf(`See [the guide](${link.url}) and ${online}.`))
  const document = JSON.parse(text.replace(JSON.stringify(link), `{"kind":"page","page":"guide-${space}"}`))
  const ref = { kind: 'file', file: items[0].id }
  const picture = { object: 'block', type: 'image', isVoid: true, data: { ref } }
  document.nodes.push(
    { object: 'block', type: 'file', isVoid: true, data: { ref }, nodes: [] },
    { object: 'block', type: 'images', nodes: [picture] },
  )
  await edit(server, { space: space! }, [
    { operation: 'insert_page', id: 'all', title: 'Every block', slug: 'all', document: everyBlock() },
    { operation: 'insert_page', id: 'above', title: 'Above', slug: 'above', document },
    { operation: 'insert_page', id: 'below', title: 'Below: a/b?', slug: 'below', into: 'above' },
    { operation: 'insert_page', id: 'index', title: 'Index', slug: 'index', document: documentOf('The quay.') },
  ] as never)
  archive = await exportOf(server, site)
})

describe('an export', () => {
  test('getSiteExport: answers with an archive of all pages of all spaces, and their markdown', () => {
    const names = [...archive.keys()].filter((name) => /\.(html|md)$/.test(name) && !name.includes('~lectern/'))
    expect(names.sort()).toEqual(
      [
        ...['index.html', 'guide.html', 'all.html', 'above.html', 'above/below.html', '~index.html'],
        ...['welcome.md', 'guide.md', 'all.md', 'above.md', 'above/below.md', 'index.md'],
        ...['second/index.html', 'second/guide.html', 'second/welcome.md', 'second/guide.md'],
      ].sort(),
    )
    expect(textOf('guide.html')).toContain('The guide of First.')
    expect(textOf('second/guide.html')).toContain('The guide of Second.')
  })

  test('has every file that its pages link to', () => {
    const dead = [...archive]
      .filter(([name]) => name.endsWith('.html'))
      .flatMap(([name, bytes]) => localLinks(name, bytes.toString()).map((link) => [name, link]))
      .filter(([, link]) => !archive.has(link!))
    expect(dead).toEqual([])
    const linked = localLinks('above.html', textOf('above.html'))
    expect(linked).toContain('guide.html')
    const [file] = linked.filter((name) => name.endsWith('/hello.txt'))
    expect(textOf(file!)).toBe('hello')
    expect(textOf('above.md')).toContain('[the guide](guide.md)')
    for (const part of [`src="${file}"`, `<img src="${file}"`]) expect(textOf('above.md')).toContain(part)
  })

  test('has nothing that needs a server, and leads online only where the author does', () => {
    const text = textOf('above.html')
    expect(text).not.toContain('export.invalid')
    expect(text).not.toMatch(/data-events|class="feedback"|data-copy="http|chatgpt/)
    expect(text).toContain(`<link rel="canonical" href="${site.url}above">`)
    expect([...archive.values()].some((bytes) => bytes.includes('export.invalid'))).toBe(false)
  })

  test('has styles with their fonts, and no module', () => {
    const sheet = [...archive.keys()].find((name) => /~lectern\/site-.*\.css$/.test(name))!
    const fonts = [...textOf(sheet).matchAll(/url\(["']?(?:\.\/)?([\w.-]+)["']?\)/g)].map(([, name]) => name!)
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.filter((name) => !archive.has(`~lectern/${name}`))).toEqual([])
    expect(textOf('index.html')).not.toContain('type="module"')
  })

  test('lists its pages for the search and the page tree', () => {
    const index = JSON.parse(/^lecternPages\((.*)\)$/s.exec(textOf('~lectern/search.js'))![1]!)
    expect(index.spaces.map(({ folder }: { folder: string }) => folder)).toEqual(['', 'second/'])
    expect(index.pages.map(({ file }: { file: string }) => file)).toContain('above/below.html')
    expect(JSON.stringify(index)).toContain('More about Second.')
    expect(textOf('~lectern/branches/above.js')).toContain('href=\\"above/below.html\\"')
  })

  test('leads to the same page of another variant where there is one', () => {
    expect(localLinks('guide.html', textOf('guide.html'))).toContain('second/guide.html')
    expect(localLinks('all.html', textOf('all.html'))).toContain('second/index.html')
  })

  test('is of the moment that is asked for', async () => {
    const { spaces } = site
    const before = new Date().toISOString()
    await edit(server, { space: spaces[1]! }, [
      { operation: 'insert_page', id: 'late', title: 'Late', slug: 'late', document: documentOf('Later.') },
    ] as never)
    expect((await exportOf(server, site)).has('second/late.html')).toBe(true)
    expect((await exportOf(server, site, `?at=${before}`)).has('second/late.html')).toBe(false)
    const { status, body } = await site.admin.http.get(`${site.path}/export?at=2999-01-01T00:00:00Z`)
    expect([status, body.error.issues[0].path]).toEqual([400, 'at'])
  })

  test('has no part that a visitor with these claims does not see', async () => {
    const hidden = await newSite(server, site, { title: 'Adaptive', published: false })
    await adapt(hidden, { plan: { type: 'string' } })
    await edit(server, { space: hidden.spaces[0]! }, [
      {
        operation: 'insert_page',
        id: 'pro',
        title: 'Pro',
        slug: 'pro',
        condition: 'visitor.claims.plan == "pro"',
        document: documentOf('Only for some.'),
      },
    ] as never)
    const plain = await exportOf(server, hidden)
    expect([...plain.values()].some((bytes) => bytes.includes('Only for some.'))).toBe(false)
    const claims = encodeURIComponent('{"plan":"pro"}')
    const seen = await exportOf(server, hidden, `?claims=${claims}`)
    expect(textOf('pro.html', seen)).toContain('Only for some.')
  })

  test('ends with its link and with the rights of whoever asked', async () => {
    const { url } = (await site.admin.http.get(`${site.path}/export`)).body
    const at = url.replace(/^https?:\/\/[^/]+/, '')
    const http = httpAs(server.url)
    expect((await http.get(at.replace(/member=[^&]+/, 'member=other'))).status).toBe(404)
    expect((await http.get(at.replace(/expires=\d+/, 'expires=9'))).status).toBe(404)
  })
})

describe('names of files', () => {
  test('are allowed everywhere and differ where addresses do', () => {
    const at = (path: string) => fileAt(new URL(`https://export.invalid/${path}`))
    expect(at('')).toBe('index.html')
    expect(at('a/b')).toBe('a/b.html')
    expect(at('a/%2e%2e%2fb')).toBe('a/~2e.~2fb.html')
    expect(at('index')).toBe('~index.html')
    expect(toName('con.txt')).toBe('~con.txt')
    expect(toName('~')).toBe('~7e')
    expect(toName('..')).not.toMatch(/^\.+$/)
    expect(toName('x'.repeat(300)).length).toBeLessThan(140)
  })
})
