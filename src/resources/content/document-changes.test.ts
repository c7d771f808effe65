// @only-sqlite
// What changed in pages and reusable contents between two revisions, drawn.
import { beforeAll, expect, test } from 'vitest'
import type { Change } from '../../../src/engine/changes/change.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { markdown, newChangeRequest, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

let space: Pages & { id: string }
let page: string
let first: string
let last: string

beforeAll(async () => {
  space = await newSpace(server)
  page = await space.insert('Page', markdown('One two.\n\nStays.\n\nAlso stays.'))
  first = await space.revision()
  await space.write({ operation: 'update_page', page, ...markdown('One 2.\n\nStays.\n\nAlso stays.\n\nNew.') })
  last = await space.revision()
})

const at = (revision: string, rest: string) =>
  server.admin.http.get(`/v1/spaces/${space.id}/revisions/${revision}${rest}`)

test('getPageChangesInRevisionById: both versions in one, what is unchanged together', async () => {
  const { status, body } = await at(last, `/page/${page}/changes`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    object: 'document-changes',
    before: { title: 'Page' },
    after: { title: 'Page' },
    changes: 2,
    words: { added: 2, removed: 1 },
  })
  expect(body.parts.map(({ kind, blocks }: { kind: string; blocks: number }) => [kind, blocks])).toEqual([
    ['edited', 1],
    ['same', 2],
    ['added', 1],
  ])
  expect(body.parts[0].html).toContain('One <del>two</del><ins>2</ins>.')
  expect((await at(last, `/page/${page}/changes?from=${first}`)).body).toEqual(body)
})

test('getPageChangesInRevisionById: side by side, backwards, and with nothing changed', async () => {
  const { body } = await at(first, `/page/${page}/changes?from=${last}&view=sides`)
  expect(body.words).toEqual({ added: 1, removed: 2 })
  expect(body.parts[0]).toMatchObject({
    before: expect.stringContaining('One <del>2</del>.'),
    after: expect.stringContaining('One <ins>two</ins>.'),
  })
  expect(body.parts.at(-1)).toMatchObject({ kind: 'removed', after: '' })
  // Comments are about the later version: its blocks alone say their keys.
  expect(body.parts[0].after).toMatch(/<p data-key="\w+">/)
  expect(body.parts[0].before).not.toContain('data-key')
  const same = (await at(last, `/page/${page}/changes?from=${last}`)).body
  expect([same.changes, same.parts.length]).toEqual([0, 1])
})

test('getPageChangesInRevisionById: what is unchanged is only counted, and drawn alone', async () => {
  const whole = (await at(last, `/page/${page}/changes`)).body
  const { body } = await at(last, `/page/${page}/changes?unchanged=counted`)
  const { html: _, ...counted } = whole.parts[1]
  expect(body).toEqual({ ...whole, parts: whole.parts.with(1, counted) })
  for (const view of ['inline', 'sides']) {
    const all = (await at(last, `/page/${page}/changes?view=${view}`)).body
    const one = (await at(last, `/page/${page}/changes?view=${view}&part=1`)).body
    expect(one).toEqual({ ...all, parts: [all.parts[1]] })
  }
  expect((await at(last, `/page/${page}/changes?part=3`)).status).toBe(404)
  expect((await at(last, `/page/${page}/changes?part=-1`)).status).toBe(400)
})

test('getPageChangesInRevisionById: of a change request, of pages that came and went', async () => {
  const change = await newChangeRequest(server, space.id)
  const made = await change.insert('Made', markdown('All new.'))
  const head = await change.revision()
  const { body } = await at(head, `/page/${made}/changes?from=${last}`)
  expect(body).not.toHaveProperty('before')
  expect(body).toMatchObject({ after: { title: 'Made' }, parts: [{ kind: 'added' }] })
  const gone = (await at(last, `/page/${made}/changes?from=${head}`)).body
  expect(gone).not.toHaveProperty('after')
  expect(gone.parts).toMatchObject([{ kind: 'removed' }])
  expect((await at(last, `/page/${made}/changes?from=${first}`)).status).toBe(404)
  expect((await at(last, `/page/${page}/changes?from=none`)).status).toBe(404)
  expect((await at(last, `/page/${page}/changes?view=none`)).status).toBe(400)
})

test('getPageChangesInRevisionById: a revision of another space is not there', async () => {
  const other = await newSpace(server)
  await other.insert('Elsewhere')
  expect((await at(last, `/page/${page}/changes?from=${await other.revision()}`)).status).toBe(404)
})

test('getReusableContentChangesInRevisionById: its words', async () => {
  const write = (...changes: Change[]) => edit(server, { space: space.id }, changes)
  const reusableContent = (text: string): Change => ({
    operation: 'update_reusable_content',
    reusableContent: 'note',
    document: documentOf(text),
  })
  await write({ operation: 'insert_reusable_content', id: 'note', title: 'Note' }, reusableContent('Old words.'))
  const before = await space.revision()
  await write(reusableContent('New words.'))
  const after = await space.revision()
  const { body } = await at(after, `/reusable-contents/note/changes?from=${before}`)
  expect(body).toMatchObject({ before: { title: 'Note' }, words: { added: 1, removed: 1 } })
  expect(body.parts[0].html).toContain('<del>Old</del><ins>New</ins> words.')
  expect((await at(after, `/reusable-contents/other/changes?from=${before}`)).status).toBe(404)
})

test('getRevisionSemanticChanges: from another revision', async () => {
  const head = await space.revision()
  const types = async (query: string) =>
    (await at(head, `/changes${query}`)).body.changes.map(({ type }: { type: string }) => type)
  expect(await types('')).toEqual(['reusable_content_edited'])
  expect(await types(`?from=${first}`)).toEqual(['page_edited', 'reusable_content_created'])
  expect((await at(head, '/changes?from=none')).status).toBe(404)
})
