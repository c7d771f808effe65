// @only-sqlite
// A second server stands in for GitBook: both speak the same protocol.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { markdown, pagesAt } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import { createApi, createDryApi } from './client.ts'
import { moveOrganization } from './move.ts'
import { openState } from './state.ts'

const source = startedServer()
const target = startedServer()
const folder = mkdtempSync(join(tmpdir(), 'lectern-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function run(isDry = false) {
  const { organization: from } = source
  const { organization: to } = target
  const file = await openState(join(folder, 'state.json'), { from, to, isDry })
  const means = {
    from: createApi(source.url, source.admin.token),
    to: isDry ? createDryApi() : createApi(`${target.url}/v1/`, target.admin.token),
    file,
    progress: () => {},
  }
  const { written, notes } = await moveOrganization(means)
  return { written: Object.fromEntries(written), notes: notes.map(({ message }) => message), state: file.state }
}

describe('lectern import --from gitbook', () => {
  test('moves spaces, change requests, comments and sites; again, nothing changes', async () => {
    const { http } = source.admin
    const org = `/v1/orgs/${source.organization}`
    const collection = (await http.post(`${org}/collections`, { title: 'Guides' })).body.id
    const [one, two] = (await Promise.all(
      ['Boats', 'Boats'].map(
        async (title) => (await http.post(`${org}/spaces`, { title, parent: collection })).body.id as string,
      ),
    )) as [string, string]
    const [boats, harbour] = [
      pagesAt(source.admin, `/v1/spaces/${one}/content`),
      pagesAt(source.admin, `/v1/spaces/${two}/content`),
    ]
    const { body: files } = await boats.write({
      operation: 'insert_files',
      files: [{ base64: PIXEL, name: 'boat.png' }],
    })
    const picture = files.changes[0].ids[0]
    const quay = await harbour.insert('Quay', markdown('Where boats lie.'))
    const group = await boats.insert('At sea', { type: 'group' })
    const oars = await boats.insert('Oars', { into: group, emoji: '🚣', description: 'Two of them' })
    const start = await boats.insert('Start', { at: 0, ...markdown('Words to keep.') })
    const text = (ref: object) => ({
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] }],
    })
    const image = {
      object: 'block',
      type: 'images',
      isVoid: false,
      data: {},
      nodes: [{ object: 'block', type: 'image', isVoid: true, data: { ref: { kind: 'file', file: picture } } }],
    }
    const paragraph = {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [text({ kind: 'page', page: start }), text({ kind: 'page', page: quay, space: two })],
    }
    await boats.write({
      operation: 'update_page',
      page: oars,
      document: { document: { object: 'document', data: {}, nodes: [paragraph, image] } },
    })
    const request = (await http.post(`/v1/spaces/${one}/change-requests`, { subject: 'Longer oars' })).body
    const draft = pagesAt(source.admin, `/v1/spaces/${one}/change-requests/${request.id}/content`)
    await draft.write({ operation: 'update_page', page: start, ...markdown('Other words.') })
    await draft.insert('Rudder', markdown('New here.'))
    await http.patch(`/v1/spaces/${one}/change-requests/${request.id}`, { status: 'open' })
    const comment = (await http.post(`/v1/spaces/${one}/comments`, { body: { markdown: 'Which words?' }, page: start }))
      .body
    await http.post(`/v1/spaces/${one}/comments/${comment.id}/replies`, { body: { markdown: 'These.' } })
    const site = (await http.post(`${org}/sites`, { title: 'Docs', spaces: [one, two] })).body
    await http.put(`${org}/sites/${site.id}/customization`, {
      styling: { primaryColor: { light: '#123456', dark: '#654321' } },
    })

    const dry = await run(true)
    expect(dry.written).toMatchObject({ collections: 1, 'change requests': 1, comments: 2, files: 1 })
    const first = await run()
    expect(first.written).toEqual(dry.written)
    const again = await run()
    expect(again.written).toEqual({})
    expect(again.notes).toEqual(first.notes)

    const { http: here } = target.admin
    const moved = first.state.spaces[one]!
    const copy = pagesAt(target.admin, `/v1/spaces/${moved.id}/content`)
    const { pages } = (await here.get(`${copy.path}/pages`)).body
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Start', 'At sea'])
    expect(pages[1].pages[0]).toMatchObject({ title: 'Oars', emoji: '🚣', description: 'Two of them' })
    const read = createApi(target.url, target.admin.token)
    const document = JSON.stringify(
      await read.get(`/spaces/${moved.id}/content/page/${pages[1].pages[0].id}?format=document`),
    )
    expect(document).toContain(`"page":"${pages[0].id}"`)
    expect(document).toContain(`"space":"${first.state.spaces[two]!.id}"`)
    expect(document).toContain(`"file":"${moved.files[picture]!.id}"`)
    expect(moved.id).not.toBe(first.state.spaces[two]!.id)

    const [opened] = (await here.get(`/v1/spaces/${moved.id}/change-requests?status=open`)).body.items
    expect(opened).toMatchObject({ subject: 'Longer oars', status: 'open' })
    const branch = pagesAt(target.admin, `/v1/spaces/${moved.id}/change-requests/${opened.id}/content`)
    expect(await branch.text(pages[0].id)).toBe('Other words.\n')
    expect(await copy.text(pages[0].id)).toBe('Words to keep.\n')
    const { items } = (await here.get(`/v1/spaces/${moved.id}/comments?format=markdown`)).body
    expect(items[0].body.markdown).toContain('Which words?')
    expect(items[0]).toMatchObject({ replies: 1, target: { page: { id: pages[0].id } } })

    const own = first.state.sites[site.id]!
    const settings = (await here.get(`/v1/orgs/${target.organization}/sites/${own.id}/customization`)).body
    expect(settings.styling.primaryColor).toEqual({ light: '#123456', dark: '#654321' })
    const structure = (await here.get(`/v1/orgs/${target.organization}/sites/${own.id}/structure`)).body.structure
    expect(structure.map(({ space }: { space: { id: string } }) => space.id)).toEqual([
      moved.id,
      first.state.spaces[two]!.id,
    ])

    await boats.write({ operation: 'update_page', page: start, title: 'Begin', ...markdown('Words that changed.') })
    expect((await run()).written).toMatchObject({ pages: 1, documents: 1 })
    expect(await copy.text(pages[0].id)).toBe('Words that changed.\n')
  })

  test('a file of another move is refused, and a wrong token says so', async () => {
    await expect(openState(join(folder, 'state.json'), { from: 'other', to: 'x', isDry: false })).rejects.toThrow(
      'another move',
    )
    await expect(createApi(source.url, 'wrong').get('/user')).rejects.toThrow('answers 401')
  })
})
