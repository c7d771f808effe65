// A site with parts for staff only, each with a unique word; and its twin, in which those parts do not exist.
import type { Change } from '../../src/engine/changes/change.ts'
import type { Block, Document } from '../../src/engine/document.ts'
import type { Reading } from '../../src/engine/reading.ts'
import { putRecord } from '../../src/engine/tree/collections.ts'
import type { Tree } from '../../src/engine/tree/draft.ts'
import { writePage } from '../../src/engine/tree/edit-pages.ts'
import { findPage } from '../../src/engine/tree/pages.ts'
import { createSpace } from './content.ts'
import { documentOf, edit, editTree } from './edits.ts'
import type { TestServer } from './server.ts'
import { adapt, newSite, type TestSite } from './sites.ts'

/** The unique words of the hidden parts. */
export const SECRETS = [
  'pagetitle',
  'pageslug',
  'pagetext',
  'childtitle',
  'childtext',
  'blocktext',
  'blockheading',
  'coverfile',
  'pagefile',
  'blockfile',
  'reusabletitle',
  'reusabletext',
  'reusableblock',
  'innertitle',
  'innerfile',
  'spacetitle',
  'spacetext',
  'sectiontitle',
  'sectiontext',
  'linktitle',
  'spectitle',
  'taglabel',
  'grouptitle',
  'externaltitle',
  'linkgroup',
  'commitment',
].map((name) => `zz${name}`)

const CONDITION = 'visitor.claims.unsigned.staff'

export interface ConditionalSite extends TestSite {
  /** Ids that paths can name, hidden or not. */
  named: Record<string, string[]>
  /** Names that differ between the sites, each with its placeholder. */
  aliases: [string, string][]
}

const block = (type: string, data: object, nodes?: Block[]): Block => ({
  object: 'block',
  type,
  data: data as Record<string, unknown>,
  isVoid: nodes === undefined,
  ...(nodes && { nodes }),
})

const picture = (file: string): Block => {
  const image = { ...block('image', { ref: { kind: 'file', file } }), fragments: [] }
  return block('images', {}, [image])
}
const reused = (id: string): Block =>
  block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } })
const api = (spec: string): Block =>
  block('openapi-operation', { ref: { kind: 'openapi', spec }, method: 'get', path: '/pets' })

const text = (markdown: string, ...more: Block[]): Document => {
  const document = documentOf(markdown)
  return { ...document, nodes: [...document.nodes, ...more] }
}

const staffOnly = (...nodes: Block[]): Block => block('if', { expression: CONDITION }, nodes)

const secretPage = { kind: 'page', page: 'secret' }

const file = (id: string, name: string) => ({ id, name: `${name}.png`, contentType: 'image/png', size: 3, blob: id })

/** The content of the visible space; `hidden` adds the conditional parts. */
function contentOf(hidden: boolean): Change[] {
  const only = <T>(...parts: T[]): T[] => (hidden ? parts : [])
  const page = (id: string, title: string, document: Document, more: object = {}): Change => ({
    operation: 'insert_page',
    id,
    title,
    document,
    ...more,
  })
  const content = (id: string, title: string, document: Document): Change => ({
    operation: 'insert_reusable_content',
    id,
    title,
    document,
  })
  return [
    {
      operation: 'insert_files',
      files: [
        file('open-file', 'seen'),
        file('shared-file', 'shared'),
        file('unused-file', 'unused'),
        ...only(file('page-file', 'zzpagefile'), file('cover-file', 'zzcoverfile')),
        ...only(file('block-file', 'zzblockfile'), file('inner-file', 'zzinnerfile')),
      ],
    },
    content('open-reused', 'Seen', text('A common notice.', ...only(staffOnly(...text('zzreusableblock').nodes)))),
    ...only(
      content('secret-reused', 'zzreusabletitle', text('zzreusabletext common', reused('inner-reused'))),
      content('inner-reused', 'zzinnertitle', text('common', picture('inner-file'))),
    ),
    page('open', 'Open', text('A common page.', picture('open-file'), reused('open-reused'), api('open-api')), {
      metaLinks: {
        ...(hidden && { canonical: secretPage }),
        alternates: [{ kind: 'page', page: 'open' }, ...only(secretPage)],
      },
    }),
    page(
      'adaptive',
      'Adaptive',
      text(
        'Half of a common page, with a [link](open.md).',
        ...only(
          staffOnly(
            ...text('## zzblockheading\n\nzzblocktext common').nodes,
            picture('block-file'),
            picture('shared-file'),
          ),
        ),
        picture('shared-file'),
      ),
    ),
    ...only(
      page(
        'secret',
        'zzpagetitle',
        text('zzpagetext common', picture('page-file'), reused('secret-reused'), api('secret-api')),
        {
          slug: 'zzpageslug',
          condition: CONDITION,
          cover: { ref: { kind: 'file', file: 'cover-file' }, yPos: 0 },
        },
      ),
      page('child', 'zzchildtitle', text('zzchildtext common'), { into: 'secret' }),
      { operation: 'insert_page', id: 'group', type: 'group', title: 'zzgrouptitle', condition: CONDITION } as Change,
      page('odd', 'zzcommitment', text('common'), { condition: 'visitor.claims.(' }),
    ),
  ]
}

/** Only repositories create tags and own paths. */
function* addTags(tree: Tree, hidden: boolean): Reading<void> {
  putRecord(tree, 'tag', 'open-tag', { slug: 'open-tag', label: 'Seen' })
  const open = (yield* findPage(tree, 'open'))!
  writePage(tree, open, { ...open, tags: [{ tag: 'open-tag' }] })
  if (!hidden) return
  putRecord(tree, 'tag', 'secret-tag', { slug: 'secret-tag', label: 'zztaglabel' })
  const secret = (yield* findPage(tree, 'secret'))!
  writePage(tree, secret, { ...secret, tags: [{ tag: 'secret-tag' }], ownPath: 'own/zzpageslug' })
}

export async function newConditionalSite(server: TestServer, hidden: boolean): Promise<ConditionalSite> {
  const site = await newSite(server, await server.found(), { title: 'Site', spaces: ['Book'] })
  await adapt(site, {}, { staff: { type: 'boolean' } })
  const { http } = site.admin
  const [space] = site.spaces as [string]
  await edit(server, { space }, contentOf(hidden))
  await editTree(server, { space }, (tree) => addTags(tree, hidden))
  const extra = await addSection(server, site, 'Extra', 'common')
  for (const slug of hidden ? ['open-api', 'secret-api'] : ['open-api']) await putSpec(site, slug)
  const secretSpace = hidden ? await addHiddenParts(server, site) : 'hidden-space'
  const link = await addExternalLinks(site, hidden)
  await putLinks(site, hidden)
  const { revision } = (await http.get(`/v1/spaces/${space}`)).body
  return {
    ...site,
    named: {
      organizationId: [site.organization],
      siteId: [site.id],
      spaceId: [space, secretSpace],
      revisionId: [revision],
      pageId: ['open', 'adaptive', 'secret', 'child', 'group', 'odd'],
      pagePath: ['open', 'adaptive', 'zzpageslug', 'own/zzpageslug', 'own/zzpageslug/zzchildtitle', 'zzcommitment'],
      fileId: ['open-file', 'shared-file', 'unused-file', 'page-file', 'cover-file', 'block-file', 'inner-file'],
      reusableContentId: ['open-reused', 'secret-reused', 'inner-reused'],
      specSlug: ['open-api', 'secret-api'],
    },
    aliases: [
      [site.organization, 'ORGANIZATION'],
      [site.hostname, 'HOSTNAME'],
      [site.id, 'SITE'],
      [space, 'SPACE'],
      [secretSpace, 'SECRET-SPACE'],
      [revision, 'REVISION'],
      [link, 'LINK'],
      ...(await aliasesOf(site, extra.spaceId)),
    ],
  }
}

/** The visible parts of the structure. */
async function aliasesOf(site: TestSite, extra: string): Promise<[string, string][]> {
  const { items } = (await site.admin.http.get(`${site.path}/site-spaces`)).body
  const seen = items.filter(({ space }: { space: { id: string } }) => [...site.spaces, extra].includes(space.id))
  return seen.flatMap((each: { id: string; section: string; space: { id: string; revision: string } }, at: number) => [
    [each.id, `SITE-SPACE-${at}`],
    [each.section, `SECTION-${at}`],
    [each.space.id, `SPACE-${at}`],
    [each.space.revision, `REVISION-${at}`],
  ])
}

async function addSection(server: TestServer, site: TestSite, title: string, words: string) {
  const spaceId = await addSpace(server, site, title, words)
  const { body } = await site.admin.http.post(`${site.path}/sections`, { spaceId, title })
  return { id: body.id as string, spaceId }
}

async function addSpace(server: TestServer, site: TestSite, title: string, words: string): Promise<string> {
  const { id } = await createSpace(site, { title })
  const insert = { operation: 'insert_page' as const, id: `page-of-${title}`, title: 'Common', document: text(words) }
  await edit(server, { space: id }, [insert])
  return id
}

/** Adds a space, a section and a header link for staff only, and redirects to them. */
async function addHiddenParts(server: TestServer, site: TestSite): Promise<string> {
  const { http } = site.admin
  const space = await addSpace(server, site, 'zzspacetitle', 'zzspacetext common')
  const first = (await http.get(`${site.path}/site-spaces/${site.siteSpaces[0]}`)).body
  const { body: siteSpace } = await http.post(`${site.path}/site-spaces`, { spaceId: space, sectionId: first.section })
  await http.patch(`${site.path}/site-spaces/${siteSpace.id}`, { condition: CONDITION })
  const section = await addSection(server, site, 'zzsectiontitle', 'zzsectiontext common')
  await http.patch(`${site.path}/sections/${section.id}`, { condition: CONDITION })
  const destinations = [
    { kind: 'site-space', siteSpaceId: siteSpace.id },
    { kind: 'site-section', siteSectionId: section.id },
    { kind: 'site-page', siteSpaceId: first.id, pageId: 'secret' },
  ]
  for (const [at, destination] of destinations.entries())
    await http.post(`${site.path}/redirects`, { source: `/old-${at}`, destination })
  return space
}

/** Adds links among the sections; a group with only hidden links is hidden too. */
async function addExternalLinks(site: TestSite, hidden: boolean): Promise<string> {
  const { http } = site.admin
  const link = { title: 'Seen', url: 'https://example.com/' }
  const { id } = (await http.post(`${site.path}/external-links`, link)).body
  if (!hidden) return id
  const parent = (await http.post(`${site.path}/section-groups`, { title: 'zzlinkgroup' })).body.id
  await http.post(`${site.path}/external-links`, { ...link, title: 'zzexternaltitle', condition: CONDITION, parent })
  await http.post(`${site.path}/external-links`, { ...link, title: 'A draft', draft: true })
  return id
}

async function putLinks(site: TestSite, hidden: boolean): Promise<void> {
  const { body } = await site.admin.http.get(`${site.path}/customization`)
  const link = { title: 'Seen', to: { kind: 'url', url: 'https://example.com' }, links: [] }
  const links = [link, ...(hidden ? [{ ...link, title: 'zzlinktitle', condition: CONDITION }] : [])]
  await site.admin.http.put(`${site.path}/customization`, { ...body, header: { ...body.header, links } })
}

async function putSpec(site: TestSite, slug: string): Promise<void> {
  const path = `/v1/orgs/${site.organization}/openapi/${slug}`
  const title = slug === 'secret-api' ? 'zzspectitle' : 'Seen'
  const spec = { openapi: '3.1.0', info: { title, version: '1' }, paths: { '/pets': { get: { responses: {} } } } }
  await site.admin.http.put(path, { source: { text: JSON.stringify(spec) } })
  while ((await site.admin.http.get(path)).body.processingState !== 'complete')
    await new Promise((resolve) => setTimeout(resolve, 50))
}
