import { expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { documentOf, edit, pages } from '../../../test/support/edits.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

test('getPageAuthorsInRevisionById: who wrote each block, also in merged change requests', async () => {
  const space = (await createSpace(server)).id
  const [first, second, third] = [
    await enter(server, server, 'create'),
    await enter(server, server, 'create'),
    await enter(server, server, 'create'),
  ]
  const write = (by: Person, text: string, changeRequest?: string) =>
    edit(server, { space, by: by.id, ...(changeRequest && { changeRequest }) }, [
      { operation: 'update_page', page: 'one', document: documentOf(text) },
    ])
  await edit(server, { space, by: first.id }, pages('one', 'two'))
  await write(first, 'Alpha alpha.\n\nBeta beta.\n\nGamma gamma.')
  await write(second, 'Alpha alpha.\n\nBeta, changed beta.\n\nGamma gamma.')
  const request = (await first.http.post(`/v1/spaces/${space}/change-requests`, {})).body.id
  await write(third, 'Alpha alpha.\n\nBeta, changed beta.\n\nGamma, better gamma.\n\nDelta delta.', request)
  await edit(server, { space, by: second.id }, [{ operation: 'update_page', page: 'two', title: 'Other' }])
  await first.http.post(`/v1/spaces/${space}/change-requests/${request}/merge`)
  const { revision } = (await first.http.get(`/v1/spaces/${space}`)).body
  const at = (page: string) => `/v1/spaces/${space}/revisions/${revision}/page/${page}/authors`
  const { body } = await third.http.get(at('one'))
  expect(body).toMatchObject({ object: 'page-authors', complete: true })
  const authors = body.blocks.map(({ createdBy }: { createdBy: { id: string } }) => createdBy.id)
  expect(authors).toEqual([first.id, second.id, third.id, third.id])
  expect(body.blocks[0]).toEqual({
    key: expect.any(String),
    revision: expect.any(String),
    createdAt: expect.any(String),
    createdBy: expect.objectContaining({ id: first.id }),
  })
  const other = (await third.http.get(at('two'))).body.blocks
  expect(other).toMatchObject([{ createdBy: { id: first.id } }])
  expect(await statusOf(third.http.get(at('nothing')))).toBe(404)
})
