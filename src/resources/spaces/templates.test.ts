// @only-sqlite
// Templates of spaces: pages that can be used at once.
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { TEMPLATES } from '../../shapes/spaces.ts'

const server = startedServer()

interface Listed {
  id: string
  type: string
  title: string
  description?: string
  pages?: Listed[]
}

const read = async (path: string) => (await server.admin.http.get(`/v1${path}`)).body

const flat = (pages: Listed[]): Listed[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])

describe('templates', () => {
  test.each(TEMPLATES)(
    'createSpace: %s has pages with a title, a description and a text, and no broken link',
    async (template) => {
      const { id } = await createSpace(server, { title: template, template })
      const pages = flat((await read(`/spaces/${id}/content/pages`)).pages)
      const texts = pages.filter(({ type }) => type === 'document')
      expect(texts.length).toBeGreaterThanOrEqual(3)
      for (const page of texts) {
        expect(page).toMatchObject({
          title: expect.stringMatching(/\w/),
          description: expect.stringMatching(/\w.*\.$/),
        })
        const { markdown } = await read(`/spaces/${id}/content/page/${page.id}?format=markdown`)
        expect(markdown.length).toBeGreaterThan(150)
        // Blocks that are not understood stay as they are written.
        const { document } = await read(`/spaces/${id}/content/page/${page.id}?format=document`)
        expect(JSON.stringify(document)).not.toContain('{%')
      }
      for (const group of pages.filter(({ type }) => type === 'group')) expect(group.pages).not.toEqual([])
      expect((await read(`/spaces/${id}/links?status=broken`)).items).toEqual([])
    },
  )

  test('createSpace: an unknown template is refused', async () => {
    const wanted = { title: 'Odd', template: 'poem' }
    const reply = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, wanted)
    expect(reply.status).toBe(400)
    expect(reply.body.error.issues[0].path).toBe('template')
  })
})
