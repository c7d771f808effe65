// @slow
// A large site: reading it costs the same number of queries as reading a small one.
import { expect, test } from 'vitest'
import { createSpace } from '../../../../test/support/content.ts'
import { startedServer } from '../../../../test/support/server.ts'
import { sitePresenter } from '../../../domain/site-structure/presenter.ts'
import { readStructure } from '../../../domain/site-structure/structure.ts'
import { visibleStructure } from '../../../domain/site-structure/visibility.ts'
import { createUrls } from '../../../server/urls.ts'

const server = startedServer()

async function siteWith(sections: number, spacesInEach: number) {
  const { organization, admin } = await server.found()
  const sites = `/v1/orgs/${organization}/sites`
  const { body } = await admin.http.post(sites, { title: 'Docs' })
  const site = `${sites}/${body.id}`
  for (let at = 0; at < sections * spacesInEach; at++) {
    const { id: spaceId } = await createSpace({ organization, admin }, { title: `Space ${at}` })
    if (at % spacesInEach === 0) await admin.http.post(`${site}/sections`, { spaceId, title: `Section ${at}` })
    else await admin.http.post(`${site}/site-spaces`, { spaceId, sectionId: await lastSection() })
  }
  async function lastSection() {
    return (await admin.http.get(`${site}/sections`)).body.items.at(-1).id
  }
  await admin.http.post(`${site}/publish`)
  return { organization, admin, id: body.id as string, site }
}

async function countQueries({ organization, id }: Awaited<ReturnType<typeof siteWith>>, userId: string) {
  let queries = 0
  const db = server.database.read.withPlugin({
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const site = await server.database.read.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const showing = {
    db,
    site,
    organization: { id: organization, hostname: null },
    urls: createUrls(server.url),
    viewer: { organizationId: organization, userId, role: 'read' as const },
    onlyVisible: true,
  }
  const structure = await visibleStructure(showing, await readStructure(db, id))
  const shown = (await sitePresenter(showing, structure)).structure()
  return { queries, shown: JSON.stringify(shown).match(/"site-space"/g)!.length }
}

test('getSiteStructure: 50 spaces in 10 sections cost as many queries as one', async () => {
  const [small, large] = [await siteWith(1, 1), await siteWith(10, 5)]
  const few = await countQueries(small, small.admin.id)
  expect(await countQueries(large, large.admin.id)).toEqual({ queries: few.queries, shown: 50 })
  expect((await large.admin.http.get(`${large.site}/structure`)).body.structure).toHaveLength(10)
}, 180_000)
