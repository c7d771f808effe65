// `npm run bench`: compares Lectern with the capacity of this machine, and measures how cost grows with a space. Prints
// tables, or JSON with --json.
import { type Api, apiOf } from './api.ts'
import { compareComments, measureComments } from './comments.ts'
import { compare } from './compare.ts'
import { measureEditor } from './editor.ts'
import { measurePdf } from './pdf.ts'
import { show } from './report.ts'
import { idle, measureScaling } from './scaling.ts'
import { scratchFolder, startLectern } from './servers.ts'
import { measureSitePages } from './site-pages.ts'
import { measureReaders } from './site-readers.ts'

const folder = await scratchFolder()
try {
  await (await startLectern(folder.path)).stop()
  const lectern = await startLectern(folder.path)
  const memory = await lectern.memory()
  const api = apiOf(lectern)
  const { organization, space, page } = await findFirst(api)
  const comparisons = [
    await compare('getSpaceById', lectern, { method: 'GET', path: `/v1/spaces/${space}` }),
    await compare('getPageById, markdown', lectern, {
      method: 'GET',
      path: `/v1/spaces/${space}/content/page/${page}?format=markdown`,
    }),
    await compare('listSpacesInOrganizationById', lectern, { method: 'GET', path: `/v1/orgs/${organization}/spaces` }),
    ...(await compareComments(lectern, api, { organization, space, page })),
    // Last, because it creates thousands of spaces, and the others measure few.
    await compare('createSpace', lectern, {
      method: 'POST',
      path: `/v1/orgs/${organization}/spaces`,
      body: { title: 'Bench' },
    }),
  ]
  const discussions = await measureComments(api, process.env.DATABASE_URL ?? `${folder.path}/lectern.db`, organization)
  const growths = await measureScaling(api, organization)
  const sites = await measureSitePages(lectern, api, organization)
  const readers = await measureReaders(api, organization)
  const editor = await measureEditor(api, { url: lectern.url, data: folder.path }, organization)
  // The last writes are still being indexed.
  await idle(api)
  const pdf = await measurePdf(api, organization)
  await lectern.stop()
  show({
    comparisons: [...comparisons, ...sites.comparisons],
    growths: [...growths, ...sites.growths],
    drawingMilliseconds: sites.drawingMilliseconds,
    readers,
    editor,
    discussions,
    pdf,
    startMilliseconds: Math.round(lectern.readyAfter),
    idleMemoryMB: Math.round(memory / 1e6),
  })
} finally {
  await folder.remove()
}

async function findFirst(api: Api): Promise<{ organization: string; space: string; page: string }> {
  const organization = (await api.get('/orgs')).items[0].id
  const space = (await api.get(`/orgs/${organization}/spaces`)).items[0].id
  const page = (await api.get(`/spaces/${space}/content/pages`)).pages[1].id
  return { organization, space, page }
}
