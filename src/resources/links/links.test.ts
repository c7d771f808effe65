import { beforeAll, describe, expect, test } from 'vitest'
import { createCollection, createSpace, enter } from '../../../test/support/content.ts'
import { edit, editTree } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Change } from '../../engine/changes/change.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import type { Block, Document } from '../../engine/document.ts'
import { listRecords, putRecord } from '../../engine/tree/collections.ts'
import { parseMarkdown } from '../../markdown/index.ts'

const server = startedServer()

const text = (content: string) => ({
  object: 'text' as const,
  leaves: [{ object: 'leaf' as const, text: content, marks: [] }],
})

/** A paragraph with this key that links to these targets. */
const paragraph = (key: string, ...refs: ContentRef[]): Block => ({
  object: 'block',
  type: 'paragraph',
  key,
  nodes: [
    text('See'),
    ...refs.map((ref) => ({ object: 'inline' as const, type: 'link', data: { ref }, nodes: [text('this')] })),
  ],
})

const heading = (title: string): Block => ({
  object: 'block',
  type: 'heading-1',
  key: `key-${title}`,
  nodes: [text(title)],
})

const documentOf = (...nodes: Block[]): Document => ({ object: 'document', data: {}, nodes })

const page = (id: string, ...nodes: Block[]): Change => ({
  operation: 'insert_page',
  id,
  title: id,
  document: documentOf(...nodes),
})

const rewrite = (id: string, ...nodes: Block[]): Change => ({
  operation: 'update_page',
  page: id,
  document: documentOf(...nodes),
})

const to = (page: string): ContentRef => ({ kind: 'page', page })

const file = (id: string) => ({ id, name: `${id}.png`, contentType: 'image/png', size: 1 })

interface Location {
  kind: string
  page?: { id: string; path: string }
  space?: { id: string }
  file?: { id: string }
  reusableContent?: { id: string }
  url?: string
  internalLocation?: { type: string; node?: string; anchor?: string }
}

const nameOf = ({ kind, page, file, reusableContent, space, url, internalLocation }: Location) =>
  [
    page?.id ?? file?.id ?? reusableContent?.id ?? url ?? space?.id ?? kind,
    internalLocation?.node ?? internalLocation?.anchor,
  ]
    .filter(Boolean)
    .join('#')

const get = async (path: string, person = server.admin) => {
  const { status, body } = await person.http.get(path)
  expect(status, path).toBe(200)
  return body
}

/** `status target <- locations` for each link. */
async function linksAt(path: string): Promise<string[]> {
  const { items } = await get(path)
  return items.map(
    ({
      status,
      targetReference,
      locationReferences,
    }: {
      status: string
      targetReference?: Location
      locationReferences: Location[]
    }) => `${status} ${targetReference ? nameOf(targetReference) : '-'} <- ${locationReferences.map(nameOf).join(' ')}`,
  )
}

const backlinksAt = async (path: string, person = server.admin): Promise<string[]> =>
  (await get(path, person)).items.map(nameOf)

const createChangeRequest = async (space: string): Promise<string> =>
  (await server.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'A change' })).body.id

describe('links of a space', () => {
  let space: string
  const at = (more = '') => `/v1/spaces/${space}/links${more}`

  beforeAll(async () => {
    space = (await createSpace(server)).id
    const user = server.admin.id
    await edit(server, { space }, [
      { operation: 'insert_files', files: [file('picture')] },
      {
        operation: 'insert_reusable_content',
        id: 'note',
        title: 'Note',
        document: documentOf(paragraph('r1', to('b'))),
      },
      page('a', heading('Top'), paragraph('a1', to('b'), to('gone'), to('b')), paragraph('a2', to('b'))),
      page(
        'b',
        paragraph('b1', { kind: 'anchor', page: 'a', anchor: 'top' }, { kind: 'anchor', page: 'a', anchor: 'no' }),
      ),
      page(
        'c',
        paragraph(
          'c1',
          { kind: 'url', url: 'https://example.com/' },
          { kind: 'url', url: `${server.url}/app/spaces/x` },
        ),
      ),
      page(
        'd',
        paragraph('d1', { kind: 'file', file: 'picture' }, { kind: 'file', file: 'lost' }, { kind: 'user', user }),
      ),
      page(
        'e',
        paragraph(
          'e1',
          { kind: 'reusable-content', reusableContent: 'note' },
          { kind: 'space', space },
          { kind: 'space', space: 'none' },
        ),
      ),
    ])
  })

  test('listSpaceLinks: lists each target once, with status and locations', async () => {
    expect((await linksAt(at())).sort()).toEqual(
      [
        'ok b <- a#a1 a#a2 note#r1',
        'broken - <- a#a1',
        'ok a#top <- b#b1',
        'broken a#no <- b#b1',
        'ok https://example.com/ <- c#c1',
        `in-app ${server.url}/app/spaces/x <- c#c1`,
        'ok picture <- d#d1',
        'broken - <- d#d1',
        'ok user <- d#d1',
        'ok note <- e#e1',
        `ok ${space} <- e#e1`,
        'broken - <- e#e1',
      ].sort(),
    )
  })

  test('listSpaceLinks: counts all and the broken ones, and filters by state', async () => {
    const stats = { total: 12, broken: { total: 4 } }
    expect(await get(at())).toMatchObject({ count: 12, stats })
    expect(await get(at('?status=broken'))).toMatchObject({ count: 4, stats })
    expect(await get(at('?status=in-app&limit=0'))).toEqual({ count: 1, items: [], stats })
    expect((await linksAt(at('?status=ok'))).every((line) => line.startsWith('ok'))).toBe(true)
    expect((await server.admin.http.get(at('?status=bad'))).status).toBe(400)
  })

  test('listSpaceLinks: pages together are the whole list', async () => {
    const whole = (await get(at())).items
    const found: unknown[] = []
    let cursor = ''
    do {
      const body = await get(at(`?limit=5${cursor}`))
      expect(body.count).toBe(12)
      found.push(...body.items)
      cursor = body.next ? `&page=${body.next.page}` : ''
    } while (cursor)
    expect(found).toEqual(whole)
    expect((await server.admin.http.get(at('?page=x'))).status).toBe(400)
  })

  test('listPageLinksInSpace: the links of one page in its order', async () => {
    const path = `/v1/spaces/${space}/content/page/d/links`
    expect(await linksAt(path)).toEqual(['ok picture <- d#d1', 'broken - <- d#d1', 'ok user <- d#d1'])
    expect(await linksAt(`${path}?status=broken`)).toEqual(['broken - <- d#d1'])
    expect((await get(path)).stats).toEqual({ total: 3, broken: { total: 1 } })
    expect((await server.admin.http.get(`/v1/spaces/${space}/content/page/none/links`)).status).toBe(404)
  })

  test('listSpacePageBacklinks, listSpaceFileBacklinks: list the locations that refer to a page or file', async () => {
    const content = `/v1/spaces/${space}/content`
    expect(await backlinksAt(`${content}/page/b/backlinks`)).toEqual(['a#a1', 'a#a2', 'note#r1'])
    expect(await backlinksAt(`${content}/page/a/backlinks`)).toEqual(['b#b1', 'b#b1'])
    expect(await backlinksAt(`${content}/files/picture/backlinks`)).toEqual(['d#d1'])
    const [item] = (await get(`${content}/files/picture/backlinks`)).items
    const { body } = await server.admin.http.get(`/v1/spaces/${space}`)
    expect(item.versionContext).toMatchObject({
      type: 'revision',
      revision: { id: body.revision, pages: [{ id: 'd' }] },
    })
    for (const path of ['page/none', 'files/none'])
      expect((await server.admin.http.get(`${content}/${path}/backlinks`)).status).toBe(404)
    const first = await get(`${content}/page/b/backlinks?limit=2`)
    expect(await backlinksAt(`${content}/page/b/backlinks?limit=2&page=${first.next.page}`)).toEqual(['note#r1'])
  })
})

describe('where something is used', () => {
  test('listSpaceReusableContentBacklinks, listChangeRequestReusableContentBacklinks: list the blocks that show it', async () => {
    const space = (await createSpace(server)).id
    const note = { kind: 'reusable-content', reusableContent: 'note' } as const
    await edit(server, { space }, [
      { operation: 'insert_reusable_content', id: 'note', title: 'Note', document: documentOf(paragraph('n')) },
      page('a', { object: 'block', type: 'reusable-content', key: 'a1', isVoid: true, data: { ref: note } }),
    ])
    expect(await backlinksAt(`/v1/spaces/${space}/content/reusable-contents/note/backlinks`)).toEqual(['a#a1'])
    const draft = await createChangeRequest(space)
    await edit(server, { space, changeRequest: draft }, [page('b', paragraph('b1', note))])
    const path = `/v1/spaces/${space}/change-requests/${draft}/content/reusable-contents`
    expect(await backlinksAt(`${path}/note/backlinks`)).toEqual(['a#a1', 'b#b1'])
    expect((await server.admin.http.get(`${path}/none/backlinks`)).status).toBe(404)
  })

  test('listSpaceVariableBacklinks: lists pages, blocks and reusable contents with expressions that read it', async () => {
    const space = (await createSpace(server)).id
    const shows = (key: string, expression: string): Block => ({
      object: 'block',
      type: 'paragraph',
      key,
      nodes: [{ object: 'inline', type: 'expression', isVoid: true, data: { expression } }],
    })
    await edit(server, { space }, [
      { operation: 'set_variables', variables: { edition: 'first', editions: 2 } },
      page(
        'a',
        shows('a1', 'space.vars.edition'),
        shows('a2', 'page.vars.edition'),
        shows('a3', 'space.vars.editions'),
      ),
      { operation: 'insert_page', id: 'b', title: 'b', condition: 'space.vars["edition"] == "first"' },
      {
        operation: 'insert_reusable_content',
        id: 'note',
        title: 'Note',
        document: documentOf(shows('n', 'space.vars.edition.length > 3')),
      },
    ])
    const path = `/v1/spaces/${space}/content/variables/edition/backlinks`
    expect(await backlinksAt(path)).toEqual(['a#a1', 'b', 'note#n'])
    const first = await get(`${path}?limit=2`)
    expect(first.count).toBe(3)
    expect(await backlinksAt(`${path}?limit=2&page=${first.next.page}`)).toEqual(['note#n'])
    expect((await server.admin.http.get(`/v1/spaces/${space}/content/variables/none/backlinks`)).status).toBe(404)
  })
})

describe('the state of a link', () => {
  test('listSpaceLinks: the status follows the target', async () => {
    const space = (await createSpace(server)).id
    const links = () => linksAt(`/v1/spaces/${space}/links`)
    const anchor: ContentRef = { kind: 'anchor', page: 'b', anchor: 'part' }
    await edit(server, { space }, [page('a', paragraph('p', to('b'), anchor, { kind: 'file', file: 'f' }))])
    expect(await links()).toEqual(['broken - <- a#p', 'broken - <- a#p', 'broken - <- a#p'])
    await edit(server, { space }, [page('b'), { operation: 'insert_files', files: [file('f')] }])
    expect(await links()).toEqual(['broken b#part <- a#p', 'ok f <- a#p', 'ok b <- a#p'])
    await edit(server, { space }, [rewrite('b', heading('Part'))])
    expect(await links()).toEqual(['ok b#part <- a#p', 'ok f <- a#p', 'ok b <- a#p'])
    await edit(server, { space }, [rewrite('b', heading('Other')), { operation: 'delete_files', files: ['f'] }])
    expect(await links()).toEqual(['broken b#part <- a#p', 'broken - <- a#p', 'ok b <- a#p'])
    await edit(server, { space }, [{ operation: 'delete_page', page: 'b' }])
    expect((await get(`/v1/spaces/${space}/links`)).stats).toEqual({ total: 3, broken: { total: 3 } })
    await edit(server, { space }, [rewrite('a')])
    expect(await links()).toEqual([])
  })

  test('listSpaceLinks: only targets in the organization are shown', async () => {
    const [here, there] = [await server.found(), await server.found()]
    const [space, other, foreign] = [await createSpace(here), await createSpace(here), await createSpace(there)]
    const collection = await createCollection(here)
    for (const { id } of [other, foreign]) await edit(server, { space: id }, [page('x', heading('Part'))])
    await edit(server, { space: space.id }, [
      page(
        'a',
        paragraph(
          'p1',
          { kind: 'page', space: other.id, page: 'x' },
          { kind: 'anchor', space: other.id, page: 'x', anchor: 'part' },
        ),
        paragraph('p2', { kind: 'page', space: foreign.id, page: 'x' }, { kind: 'space', space: foreign.id }),
        paragraph('p3', { kind: 'collection', collection: collection.id }, { kind: 'user', user: there.admin.id }),
      ),
    ])
    const states = async () => {
      const { items } = await get(`/v1/spaces/${space.id}/content/page/a/links`, here.admin)
      return items.map(({ status }: { status: string }) => status)
    }
    expect(await states()).toEqual(['ok', 'ok', 'broken', 'broken', 'ok', 'broken'])
    await here.admin.http.delete(`/v1/spaces/${other.id}`)
    expect(await states()).toEqual(['broken', 'broken', 'broken', 'broken', 'ok', 'broken'])
    await here.admin.http.post(`/v1/spaces/${other.id}/restore`)
    expect(await states()).toEqual(['ok', 'ok', 'broken', 'broken', 'ok', 'broken'])
    expect(await backlinksAt(`/v1/spaces/${other.id}/content/page/x/backlinks`, here.admin)).toEqual(['a#p1', 'a#p1'])
  })

  test('listSpaceLinks: a relative URL is a missing file; former anchors still work', async () => {
    const space = (await createSpace(server)).id
    const url = (address: string) => ({ kind: 'url' as const, url: address })
    const anchor = (name: string) => ({ kind: 'anchor' as const, page: 'x', anchor: name })
    await edit(server, { space }, [
      page('x', heading('1. A & B')),
      page(
        'y',
        paragraph(
          'p',
          url('gone.md'),
          url('/a/b.pdf'),
          url('/pricing'),
          url('https://example.com/x.md'),
          url('mailto:a@b.c'),
        ),
      ),
      page('z', paragraph('q', anchor('id-1.-a-and-b'), anchor('1.-a-b'), anchor('elsewhere'))),
    ])
    const states = async (id: string) =>
      (await get(`/v1/spaces/${space}/content/page/${id}/links`)).items.map(({ status }: { status: string }) => status)
    expect(await states('y')).toEqual(['broken', 'broken', 'ok', 'ok', 'ok'])
    expect(await states('z')).toEqual(['ok', 'ok', 'broken'])
  })

  test('listSpaceLinks: a place that the author marked is a target, not a link', async () => {
    const space = (await createSpace(server)).id
    const anchor = (name: string) => ({ kind: 'anchor' as const, anchor: name })
    const mark = {
      object: 'inline' as const,
      type: 'link',
      data: { id: 'here', ref: anchor('here') },
      nodes: [text('')],
    }
    const marked: Block = { object: 'block', type: 'paragraph', key: 'm', nodes: [mark, text('Here')] }
    await edit(server, { space }, [page('x', marked, paragraph('p', anchor('here'), anchor('there')))])
    const { items } = await get(`/v1/spaces/${space}/content/page/x/links`)
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['ok', 'broken'])
  })

  test('listSpaceLinks: the name of a tag is no link, a tag that the space describes is one', async () => {
    const space = (await createSpace(server)).id
    const update = '{% update date="2026-01-01" tags="release,breaking" %}\nNew.\n{% endupdate %}'
    const { document } = parseMarkdown(`{% updates %}\n${update}\n{% endupdates %}`)
    await edit(server, { space }, [{ operation: 'insert_page', id: 'x', title: 'x', document }])
    const list = () => get(`/v1/spaces/${space}/links`)
    expect(await list()).toMatchObject({ items: [], count: 0, stats: { total: 0, broken: { total: 0 } } })
    await editTree(server, { space }, function* (tree) {
      const tags = yield* listRecords(tree, 'tag')
      expect(tags).toEqual([])
      putRecord(tree, 'tag', 'release', { slug: 'release', label: 'Release' })
    })
    expect(await list()).toMatchObject({ items: [{ status: 'ok' }], stats: { total: 1, broken: { total: 0 } } })
  })

  test('listSpacePageBacklinks, listSpaceLinks: nothing is shown that the caller cannot see', async () => {
    const scene = await server.found()
    const [open, closed] = [await createSpace(scene), await createSpace(scene)]
    await edit(server, { space: open.id }, [page('x', paragraph('o1', { kind: 'page', space: closed.id, page: 'y' }))])
    await edit(server, { space: closed.id }, [page('y', paragraph('c1', { kind: 'page', space: open.id, page: 'x' }))])
    await scene.admin.http.patch(`/v1/spaces/${closed.id}`, { defaultLevel: null })
    const reader = await enter(server, scene, 'read')
    const backlinks = `/v1/spaces/${open.id}/content/page/x/backlinks`
    expect(await backlinksAt(backlinks, scene.admin)).toEqual(['y#c1'])
    expect(await get(backlinks, reader)).toEqual({ count: 0, items: [] })
    const [link] = (await get(`/v1/spaces/${open.id}/links`, reader)).items
    expect(link.targetReference).toBeUndefined()
  })
})

describe('links of a change request', () => {
  let space: string
  let at: string

  beforeAll(async () => {
    space = (await createSpace(server)).id
    await edit(server, { space }, [
      { operation: 'insert_files', files: [file('f')] },
      page('a', paragraph('a1', to('b'), to('gone'))),
      page('b', heading('Part'), paragraph('b1', { kind: 'file', file: 'f' })),
      page('c', paragraph('c1', to('b'), { kind: 'anchor', page: 'b', anchor: 'part' })),
    ])
    const changeRequest = await createChangeRequest(space)
    at = `/v1/spaces/${space}/change-requests/${changeRequest}`
    await edit(server, { space, changeRequest }, [
      rewrite('b', paragraph('b2', to('nowhere'), { kind: 'file', file: 'f' })),
      page('d', paragraph('d1', to('b'), to('gone'))),
    ])
  })

  test('listChangeRequestLinks: shows the content of the change request, not of the space', async () => {
    expect((await linksAt(`${at}/links`)).sort()).toEqual([
      'broken - <- a#a1 d#d1',
      'broken - <- b#b2',
      'broken b#part <- c#c1',
      'ok b <- a#a1 c#c1 d#d1',
      'ok f <- b#b2',
    ])
    expect((await linksAt(`/v1/spaces/${space}/links`)).sort()).toEqual([
      'broken - <- a#a1',
      'ok b <- a#a1 c#c1',
      'ok b#part <- c#c1',
      'ok f <- b#b1',
    ])
  })

  test('listChangeRequestLinks: distinguishes links it broke from those broken before', async () => {
    const { stats, items } = await get(`${at}/links`)
    expect(stats).toEqual({ total: 5, broken: { total: 3, changeRequest: 2 } })
    expect(items[0].locationReferences[0].versionContext.type).toBe('changeRequest')
    expect((await linksAt(`${at}/links?brokenContext=change-request`)).sort()).toEqual([
      'broken - <- b#b2',
      'broken b#part <- c#c1',
    ])
    expect(await linksAt(`${at}/links?brokenContext=space`)).toEqual(['broken - <- a#a1 d#d1'])
    expect((await get(`${at}/links?status=broken&limit=0`)).count).toBe(3)
  })

  test('listPageLinksInChangeRequest: a page that it changed, added or left alone', async () => {
    const links = (id: string) => linksAt(`${at}/content/page/${id}/links`)
    expect(await links('b')).toEqual(['broken - <- b#b2', 'ok f <- b#b2'])
    expect(await links('c')).toEqual(['ok b <- c#c1', 'broken b#part <- c#c1'])
    expect(await links('d')).toEqual(['ok b <- d#d1', 'broken - <- d#d1'])
    expect((await get(`${at}/content/page/b/links`)).stats.broken).toEqual({ total: 1, changeRequest: 1 })
    expect((await server.admin.http.get(`/v1/spaces/${space}/content/page/d/links`)).status).toBe(404)
  })

  test('listChangeRequestPageBacklinks, listChangeRequestFileBacklinks: with what it added and without what it removed', async () => {
    const path = `${at}/content/page/b/backlinks`
    const all = ['a#a1', 'c#c1', 'c#c1', 'd#d1']
    expect(await backlinksAt(path)).toEqual(all)
    expect(await backlinksAt(`${at}/content/files/f/backlinks`)).toEqual(['b#b2'])
    const found: string[] = []
    let cursor = ''
    do {
      const body = await get(`${path}?limit=1${cursor}`)
      expect(body.count).toBe(4)
      found.push(...body.items.map(nameOf))
      cursor = body.next ? `&page=${body.next.page}` : ''
    } while (cursor)
    expect(found).toEqual(all)
  })

  test('listChangeRequestLinks: follows main content, and equals the links of the space after the merge', async () => {
    await edit(server, { space }, [page('nowhere')])
    expect((await get(`${at}/links`)).stats.broken.total).toBe(3)
    await server.admin.http.post(`${at}/update`)
    expect((await get(`${at}/links`)).stats.broken.total).toBe(2)
    const before = (await linksAt(`${at}/links`)).sort()
    await server.admin.http.post(`${at}/merge`)
    expect((await linksAt(`/v1/spaces/${space}/links`)).sort()).toEqual(before)
  })
})
