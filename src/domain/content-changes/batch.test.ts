// @only-sqlite
// Batches of changes to spaces and change requests.
import { beforeAll, describe, expect, test } from 'vitest'
import { markdown, newChangeRequest, newSpace, type Pages } from '../../../test/support/pages.ts'
import { sendRaw } from '../../../test/support/raw.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

let space: Pages & { id: string }

beforeAll(async () => {
  space = await newSpace(server)
})

const issuesOf = ({ body }: { body: { error: { issues: { path: string }[] } } }) =>
  body.error.issues.map(({ path }) => path)

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
const documentOf = async (pages: Pages, id: string): Promise<any> =>
  (await pages.get(`/page/${id}?format=document`)).body.document

describe('a batch', () => {
  test('updateSpaceContent: inserts pages that refer to each other, in any order', async () => {
    const { status, body } = await space.write(
      {
        operation: 'insert_page',
        title: 'Child',
        into: 'parent',
        ref: 'child',
        ...markdown('Up: [parent](parent#top)'),
      },
      { operation: 'insert_page', title: 'Parent', ref: 'parent', ...markdown('Down: [child](child)') },
      { operation: 'update_page', page: 'child', description: 'A child', into: 'group' },
      { operation: 'insert_page', title: 'Group', type: 'group', ref: 'group' },
    )
    expect(status).toBe(200)
    const [child, parent, updated, group] = body.changes
    expect(child).toEqual({
      object: 'created_page',
      ref: 'child',
      page: { object: 'page', id: expect.any(String), urls: { location: expect.stringContaining('/content/page/') } },
    })
    expect(updated).toMatchObject({ object: 'updated_page', page: { id: child.page.id } })
    expect((await server.admin.http.get(new URL(child.page.urls.location).pathname)).body).toMatchObject({
      path: 'group/child',
      description: 'A child',
    })
    expect(await space.text(parent.page.id)).toBe('Down: [child](group/child.md)\n')
    expect(await space.text(child.page.id)).toBe('Up: [parent](../parent.md#top)\n')
    expect(group.object).toBe('created_page')
    expect(body.revision).toBe(await space.revision())
  })

  test('updateSpaceContent, getPageById: a condition is stored unchanged; an invalid one is rejected', async () => {
    const condition = 'visitor.claims.plan == "pro"'
    const { body } = await space.write({ operation: 'insert_page', title: 'For some', condition })
    const { id } = body.changes[0].page
    expect((await space.get(`/page/${id}`)).body.condition).toBe(condition)
    const refused = await space.write({ operation: 'update_page', page: id, condition: 'visitor.claims. ==' })
    expect(refused.status).toBe(400)
    expect(issuesOf(refused)).toEqual(['changes.0.condition'])
    expect((await space.write({ operation: 'update_page', page: id, condition: null })).status).toBe(200)
    expect((await space.get(`/page/${id}`)).body).not.toHaveProperty('condition')
  })

  test('updateSpaceContent: also resolves refs in page fields', async () => {
    const { body } = await space.write(
      { operation: 'insert_page', type: 'link', title: 'Link', target: { kind: 'page', page: 'linked' } },
      { operation: 'insert_page', title: 'Covered', cover: { ref: { kind: 'file', file: 'picture' } } },
      { operation: 'insert_page', title: 'Linked', ref: 'linked' },
      { operation: 'insert_files', files: [{ base64: 'aGk=', ref: 'picture' }] },
    )
    const [link, covered, linked] = body.changes.map((change: { page: { id: string } }) => change.page?.id)
    expect((await space.get(`/page/${link}`)).body.target).toEqual({ kind: 'page', page: linked })
    expect((await space.get(`/page/${covered}`)).body.cover.ref.file).toBe(body.insertedFiles[0].id)
  })

  test('updateSpaceContent: creates one revision on top of the previous one', async () => {
    const before = await space.revision()
    const { body } = await space.write(
      { operation: 'insert_page', title: 'One' },
      { operation: 'insert_page', title: 'Two' },
    )
    expect((await space.get('')).body).toMatchObject({ id: body.revision, type: 'edits', parents: [before] })
  })

  test('updateSpaceContent: fails as a whole and names the failed change', async () => {
    const before = await space.revision()
    const first = { operation: 'insert_page', title: 'Never there' }
    const wrong: [object, string][] = [
      [{ operation: 'update_page', page: 'nothing', title: 'x' }, 'changes.1.page'],
      [{ operation: 'delete_page', page: 'nothing' }, 'changes.1.page'],
      [{ operation: 'insert_page', title: 'x', into: 'nothing' }, 'changes.1.into'],
      [{ operation: 'insert_page', title: 'x', type: 'link' }, 'changes.1.target'],
      [{ operation: 'insert_page', title: 'x', type: 'link', target: { kind: 'page' } }, 'changes.1.target'],
      [{ operation: 'insert_page', title: 'x', type: 'group', ...markdown('x') }, 'changes.1.document'],
      [{ operation: 'insert_page', title: 'x', into: 'self', ref: 'self' }, 'changes.1.into'],
      [{ operation: 'update_page' }, 'changes.1.page'],
      [{ operation: 'revert_page', page: 'x', revision: 'nothing' }, 'changes.1.revision'],
      [{ operation: 'delete_files', files: ['nothing'] }, 'changes.1.files'],
      [{ operation: 'delete_files', files: [{ base64: '' }] }, 'changes.1.files.0'],
      [{ operation: 'insert_files', files: [{ base64: '?' }] }, 'changes.1.files.0.base64'],
      [{ operation: 'delete_reusable_content', reusableContent: 'nothing' }, 'changes.1.reusableContent'],
      [{ operation: 'insert_page', document: { markdown: 'x', document: {} } }, 'changes.1.document'],
      [{ operation: 'fly' }, 'changes.1.operation'],
      [{ operation: 'set_variables', variables: { 'not a name': 1 } }, 'changes.1.variables'],
    ]
    for (const [change, path] of wrong) {
      const answer = await space.write(first, change)
      expect([answer.status, issuesOf(answer)], JSON.stringify(change)).toEqual([400, expect.arrayContaining([path])])
    }
    expect(await space.revision()).toBe(before)
  })

  test('updateSpaceContent: has 1 to 50 changes', async () => {
    const change = { operation: 'set_variables', variables: { a: 1 } }
    expect((await space.write()).status).toBe(400)
    expect((await space.write(...Array(51).fill(change))).status).toBe(400)
    expect((await space.write(...Array(50).fill(change))).status).toBe(200)
  })

  test('updateSpaceContent: creates no revision if nothing changes', async () => {
    const page = await space.insert('Steady', { ...markdown('Same [words](https://example.com/).'), emoji: '1f600' })
    const before = await space.revision()
    for (const change of [
      { title: 'Steady' },
      markdown(await space.markdown(page)),
      { document: { document: await documentOf(space, page) } },
      { into: null },
      { hidden: false, description: '' },
    ])
      expect((await space.write({ operation: 'update_page', page, ...change })).body.revision).toBe(before)
  })
})

describe('a page', () => {
  test('updateSpaceContent: takes title and description from its markdown unless they are given', async () => {
    const text = '---\ndescription: About it\n---\n\n# From the text\n\nBody.'
    const page = await space.insert(undefined as unknown as string, markdown(text))
    const { body } = await space.get(`/page/${page}?format=markdown`)
    expect(body).toMatchObject({
      title: 'From the text',
      description: 'About it',
      markdown: '# From the text\n\nBody.\n',
    })
    const given = await space.insert('Given', { ...markdown(text), description: 'Mine' })
    expect((await space.get(`/page/${given}?format=markdown`)).body).toMatchObject({
      title: 'Given',
      description: 'Mine',
      markdown: '# Given\n\n## From the text\n\nBody.\n',
    })
  })

  test('updateSpaceContent: keeps the keys of blocks that stay', async () => {
    const page = await space.insert('Keys', markdown('First.\n\nSecond.\n\nThird.'))
    const keys = async () => (await documentOf(space, page)).nodes.map(({ key }: { key: string }) => key)
    const [first, second, third] = await keys()
    await space.write({ operation: 'update_page', page, ...markdown('First.\n\nNew.\n\nSecond, edited.\n\nThird.') })
    const after = await keys()
    expect([after[0], after[2], after[3]]).toEqual([first, second, third])
    expect([first, second, third]).not.toContain(after[1])
  })

  test('updateSpaceContent: can be moved, emptied, updated in every field, and deleted with its descendants', async () => {
    const [parent, page] = [await space.insert('New home'), await space.insert('Mover', markdown('Words.'))]
    const below = await space.insert('Below', { into: page })
    const fields = {
      title: 'Moved',
      slug: 'own-slug',
      emoji: '1f680',
      icon: 'gear',
      description: 'd',
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      layout: { width: 'wide' },
      cover: { ref: { kind: 'url', url: 'https://example.com/c.png' }, yPos: 3 },
      variables: { a: 'b' },
    }
    await space.write({ operation: 'update_page', page, into: parent, at: 0, ...fields, document: null })
    const { body } = await space.get(`/page/${page}?format=markdown`)
    const { layout, ...same } = fields
    expect(body).toMatchObject({ ...same, path: 'new-home/own-slug', markdown: '# Moved\n' })
    expect(body.layout).toMatchObject({ width: 'wide', outline: true })
    expect((await space.get(`/page/${below}`)).body.path).toBe('new-home/own-slug/below')
    await space.write({ operation: 'update_page', page, emoji: null, cover: null })
    expect((await space.get(`/page/${page}`)).body).not.toHaveProperty('emoji')
    await space.write({ operation: 'delete_page', page: parent })
    for (const id of [parent, page, below]) expect((await space.get(`/page/${id}`)).status).toBe(404)
  })

  test('updateSpaceContent: is reverted to an earlier revision, as a whole or by block', async () => {
    const page = await space.insert('Original', markdown('One.\n\nTwo.'))
    const then = await space.revision()
    const [{ key }] = (await documentOf(space, page)).nodes
    await space.write({ operation: 'update_page', page, title: 'Changed', ...markdown('One, edited.\n\nTwo, edited.') })
    await space.write({ operation: 'revert_page', page, block: [key] })
    expect(await space.text(page)).toBe('One.\n\nTwo, edited.\n')
    await space.write({ operation: 'revert_page', page, revision: then })
    expect((await space.get(`/page/${page}?format=markdown`)).body).toMatchObject({
      title: 'Original',
      markdown: '# Original\n\nOne.\n\nTwo.\n',
    })
    await space.write({ operation: 'delete_page', page })
    await space.write({ operation: 'revert_page', page })
    expect((await space.get(`/page/${page}`)).body.title).toBe('Original')
  })

  test('updateSpaceContent: is at most 100 levels deep', async () => {
    const chain = (length: number, prefix: string) =>
      Array.from({ length }, (_, level) => ({
        operation: 'insert_page',
        title: `${prefix}${level}`,
        ref: `${prefix}${level}`,
        ...(level > 0 && { into: `${prefix}${level - 1}` }),
      }))
    const [upper, lower] = [await space.write(...chain(50, 'u')), await space.write(...chain(50, 'l'))]
    const bottom = upper.body.changes[49].page.id
    const move = (page: string) => space.write({ operation: 'update_page', page, into: bottom })
    const top = await space.insert('On top')
    await space.write({ operation: 'update_page', page: lower.body.changes[0].page.id, into: top })
    expect(issuesOf(await move(top))).toEqual(['changes.0.into'])
    expect((await move(lower.body.changes[0].page.id)).status).toBe(200)
    const deepest = lower.body.changes[49].page.id
    expect((await space.get(`/page/${deepest}`)).body.path.split('/')).toHaveLength(100)
    expect(issuesOf(await space.write({ operation: 'insert_page', title: 'x', into: deepest }))).toEqual([
      'changes.0.into',
    ])
  })
})

describe('a document', () => {
  const paragraph = (text: string) => ({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  })
  const document = (...nodes: unknown[]) => ({ document: { document: { object: 'document', data: {}, nodes } } })

  // Bypasses the comparison with the reference contract, which lists every block type.
  const raw = (page: string, format: string) =>
    sendRaw(server.url, {
      method: 'GET',
      path: `${space.path}/page/${page}?format=${format}&evaluated=true`,
      headers: { authorization: `Bearer ${server.admin.token}` },
    })

  test('updateSpaceContent: keeps blocks of unknown types', async () => {
    const strange = { object: 'block', type: 'hologram', data: { depth: 3 }, nodes: [paragraph('Inside.')] }
    const page = await space.insert('Strange', document(strange))
    const { text } = await raw(page, 'document')
    expect(JSON.parse(text).document.nodes).toMatchObject([strange])
    expect(await space.text(page)).toContain('Inside.')
  })

  test('updateSpaceContent: is rejected with the path of the issue if it is invalid', async () => {
    const wrong: [unknown, string][] = [
      [{ object: 'document', data: {} }, 'nodes'],
      [{ object: 'document', data: {}, nodes: [{}] }, 'nodes.0.object'],
      [{ object: 'document', data: {}, nodes: [{ object: 'block' }] }, 'nodes.0.type'],
      [
        { object: 'document', data: {}, nodes: [{ ...paragraph('x'), nodes: [{ object: 'text' }] }] },
        'nodes.0.nodes.0.leaves',
      ],
      [{ object: 'document', data: {}, nodes: [{ object: 'block', type: 'x', data: 1 }] }, 'nodes.0.data'],
      [{ object: 'document', data: {}, nodes: [{ object: 'text', leaves: [] }] }, 'nodes.0.object'],
    ]
    for (const [value, path] of wrong) {
      const answer = await space.write({ operation: 'insert_page', document: { document: value } })
      expect([answer.status, issuesOf(answer)]).toEqual([400, [`changes.0.document.document.${path}`]])
    }
  })

  test('updateSpaceContent: with incomplete blocks is either rejected or readable', async () => {
    const types = [
      'table',
      'image',
      'images',
      'code',
      'tabs',
      'hint',
      'list-ordered',
      'embed',
      'file',
      'expandable',
      'if',
    ]
    for (const type of types) {
      const answer = await space.write({
        operation: 'insert_page',
        title: type,
        ...document({ object: 'block', type }),
      })
      if (answer.status === 400) continue
      const page = answer.body.changes[0].page.id
      for (const format of ['markdown', 'document']) expect((await raw(page, format)).status, type).toBe(200)
    }
  })
})

describe('files and reusable contents', () => {
  test('updateSpaceContent: come with the batch, and pages link to them', async () => {
    const { body } = await space.write(
      { operation: 'insert_page', title: 'Picture', ref: 'p', ...markdown('![](pic)\n\n{% include "snip" %}') },
      { operation: 'insert_files', files: [{ base64: PIXEL, name: 'a (1).png', ref: 'pic' }] },
      { operation: 'insert_reusable_content', title: 'Snippet', ref: 'snip', ...markdown('Again.') },
    )
    const [file] = body.insertedFiles
    expect(file).toMatchObject({ name: 'a (1).png', contentType: 'image/png', dimensions: { width: 1, height: 1 } })
    const page = body.changes[0].page.id
    const text = await space.markdown(page)
    expect(text).toContain(`files/${file.id}/a%20%281%29.png`)
    const before = await space.revision()
    expect((await space.write({ operation: 'update_page', page, ...markdown(text) })).body.revision).toBe(before)
    const reusableContent = body.changes[2].ids[0]
    expect(text).toContain(reusableContent)
    await space.write({ operation: 'update_reusable_content', reusableContent, title: 'Renamed' })
    expect((await space.get(`/reusable-contents/${reusableContent}`)).body.title).toBe('Renamed')
    await space.write(
      { operation: 'delete_files', files: [file.id] },
      { operation: 'delete_reusable_content', reusableContent },
    )
    expect((await space.get('')).body.files.map(({ id }: { id: string }) => id)).not.toContain(file.id)
    expect(await space.text(page)).toContain('lectern:file')
  })

  const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
})

describe('a change request', () => {
  test('updateChangeRequestContent: changes without changing the space', async () => {
    const page = await space.insert('Proposed', markdown('Before.'))
    const main = await space.revision()
    const change = await newChangeRequest(server, space.id)
    const answer = await server.admin.http.post(change.path, {
      changes: [{ operation: 'update_page', page, ...markdown('After.') }],
    })
    expect(answer.body).toMatchObject({ object: 'change-request', id: change.id, outdated: false })
    expect(answer.body.revision).not.toBe(main)
    expect([await change.text(page), await space.text(page)]).toEqual(['After.\n', 'Before.\n'])
    expect(await space.revision()).toBe(main)
    const { body } = await change.write({ operation: 'revert_page', page })
    expect(body).toMatchObject({ changeRequest: { id: change.id }, changes: [{ object: 'updated_page' }] })
    expect(body.changes[0].page.urls.location).toContain(change.path)
    expect(await change.text(page)).toBe('Before.\n')
  })

  test('updateChangeRequestContent: cannot change when archived or merged', async () => {
    const change = await newChangeRequest(server, space.id)
    const path = `/v1/spaces/${space.id}/change-requests/${change.id}`
    const insert = { operation: 'insert_page', title: 'Merged' }
    await change.write(insert)
    await server.admin.http.patch(path, { status: 'archived' })
    expect((await change.write(insert)).status).toBe(409)
    await server.admin.http.patch(path, { status: 'open' })
    expect((await server.admin.http.post(`${path}/merge`)).body.result).toBe('merge')
    expect((await change.write(insert)).status).toBe(409)
    const { body } = await space.get('')
    expect(body).toMatchObject({ type: 'merge', mergedFrom: { id: change.id, status: 'merged' } })
  })

  test('updateSpaceContent, updateChangeRequestContent: a locked space only accepts change requests', async () => {
    const locked = await newSpace(server)
    const change = await newChangeRequest(server, locked.id)
    await server.admin.http.patch(`/v1/spaces/${locked.id}`, { editMode: 'locked' })
    const insert = { operation: 'insert_page', title: 'x' }
    expect([(await locked.write(insert)).status, (await change.write(insert)).status]).toEqual([403, 200])
  })

  test('updateSpaceContent, updateChangeRequestContent: require the edit permission', async () => {
    const change = await newChangeRequest(server, space.id)
    const body = { changes: [{ operation: 'insert_page', title: 'x' }] }
    const statuses = async (role: 'comment' | 'edit') => {
      const { http } = await server.join(role)
      return [(await http.post(space.path, body)).status, (await http.post(change.path, body)).status]
    }
    expect(await statuses('comment')).toEqual([403, 403])
    expect(await statuses('edit')).toEqual([200, 200])
  })
})

test('updateSpaceContent: large batches and small ones at the same time all succeed, and can be deleted at once', async () => {
  const { body } = await space.write({ operation: 'insert_page', title: 'Large', ref: 'large' })
  const parent: string = body.changes[0].page.id
  const text = 'A few words, some of them loud. '.repeat(50)
  const large = Array.from({ length: 4 }, (_, batch) =>
    Array.from({ length: 50 }, (_, at) => ({
      operation: 'insert_page',
      title: `Large ${batch} ${at}`,
      into: parent,
      ...markdown(`${text}${at}`),
    })),
  )
  const small = Array.from({ length: 20 }, (_, at) => [
    { operation: 'insert_page', title: `Small ${at}`, into: parent },
  ])
  const answers = await Promise.all([...large, ...small].map((changes) => space.write(...changes)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { pages } = (await space.get(`/page/${parent}`)).body
  const titles = [...large, ...small].flat().map(({ title }) => title)
  expect(pages.map((page: { title: string }) => page.title).sort()).toEqual(titles.sort())
  const last = pages.find((page: { title: string }) => page.title === 'Large 3 49')
  expect(await space.text(last.id)).toBe(`${text}49\n`)
  await space.write({ operation: 'delete_page', page: parent })
  expect((await space.get(`/page/${parent}`)).status).toBe(404)
  expect((await space.get(`/page/${last.id}`)).status).toBe(404)
})

test('updateSpaceContent: concurrent batches under one parent all succeed', async () => {
  const parent = await space.insert('Crowded')
  const titles = Array.from({ length: 20 }, (_, at) => `Page ${at}`)
  const answers = await Promise.all(
    titles.map((title) => space.write({ operation: 'insert_page', title, into: parent, at: 0 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200))
  const { pages } = (await space.get(`/page/${parent}`)).body
  expect(pages.map((page: { title: string }) => page.title).sort()).toEqual([...titles].sort())
  expect(new Set(pages.map((page: { path: string }) => page.path)).size).toBe(20)
})
