// What people pick from while they write: files of the space, people of the organization, parts of APIs, blocks of
// integrations, reusable contents.
import type { Block } from '../../../engine/document.ts'
import type { Library } from '../../editor/index.ts'
import { words } from '../../words.ts'
import { call } from '../api/client.ts'
import { partsOf } from './api-parts.ts'
import { loadClaims } from './claims.ts'
import { addressOf, type Content, type Page } from './content.ts'
import { readFile } from './file.ts'
import { loadSnapshot } from './snapshot.ts'

const MAX = 1000
const MAX_PEOPLE = 20

const named = (prefix: string, variables: Record<string, unknown> = {}) =>
  Object.entries(variables).map(([name, value]) => ({
    id: `${prefix}.${name}`,
    title: `${prefix}.${name}`,
    lead: String(value),
  }))

/** The head of what is written, with everything but its pages' texts. */
const loadHead = ({ space: spaceId, changeRequest }: Content) =>
  changeRequest
    ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content', { spaceId, changeRequestId: changeRequest })
    : call('GET /spaces/:spaceId/content', { spaceId })

interface Options {
  content(): Content
  /** Where changes go: this may open a draft. */
  target(): Promise<Content>
  organization: string
  page: string
}

export async function loadReusable(content: Content, id: string): Promise<{ title: string; nodes: readonly Block[] }> {
  const head = await loadHead(content)
  const title = head.reusableContents.find((each) => each.id === id)?.title ?? ''
  const { nodes } = await call(
    'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    {
      spaceId: content.space,
      revisionId: head.id,
      reusableContentId: id,
      query: { schema: 'next' },
    },
  )
  return { title, nodes: nodes as unknown as Block[] }
}

export function createLibrary({ content, target, organization, page }: Options): Library {
  return {
    async files() {
      const { space: spaceId, changeRequest } = content()
      const query = { limit: MAX }
      const { items } = await (changeRequest
        ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content/files', {
            spaceId,
            changeRequestId: changeRequest,
            query,
          })
        : call('GET /spaces/:spaceId/content/files', { spaceId, query }))
      return items.map(({ id, name, contentType }) => ({
        id,
        title: name,
        isImage: contentType.startsWith('image/'),
      }))
    },
    readFile: (id) => readFile(content(), id),
    async unfurl(url) {
      const found = await call('GET /spaces/:spaceId/embed', { spaceId: content().space, query: { url } })
      if (found.type === 'integration') return { integration: found.integration, block: found.block.id }
      return found.type === 'rich' ? {} : undefined
    },
    async headings(id) {
      const [{ document }, { headingLevel, listAnchors }, { textOf }] = await Promise.all([
        loadSnapshot(content(), { kind: 'page', id }),
        import('../../../engine/anchors.ts'),
        import('../../../engine/text.ts'),
      ])
      return [...listAnchors(document)].flatMap(([block, anchor]) =>
        headingLevel(block) > 0 ? [{ id: anchor, title: textOf(block) }] : [],
      )
    },
    async variables() {
      const [head, claims] = await Promise.all([loadHead(content()), loadClaims(organization).catch(() => [])])
      const own = findPage(head.pages, page)?.variables
      return [...named('space.vars', head.variables), ...named('page.vars', own), ...claims]
    },
    async reusables() {
      return (await loadHead(content())).reusableContents.map(({ id, title }) => ({ id, title }))
    },
    addressOfReusable: (id) => `${addressOf(content())}/reusable-contents/${id}`,
    readReusable: async (id) => (await loadReusable(content(), id)).nodes,
    async createReusable(title, nodes) {
      const { space: spaceId, changeRequest } = await target()
      const document = { document: { object: 'document' as const, data: {}, nodes: [...nodes] as never[] } }
      const body = { changes: [{ operation: 'insert_reusable_content' as const, title, document }] }
      const query = { compat: false }
      const reply = changeRequest
        ? await call('POST /spaces/:spaceId/change-requests/:changeRequestId/content', {
            spaceId,
            changeRequestId: changeRequest,
            query,
            body,
          })
        : await call('POST /spaces/:spaceId/content', { spaceId, query, body })
      const effect = 'changes' in reply ? reply.changes[0] : undefined
      if (effect?.object !== 'reusable_content') throw new Error(words.failed(''))
      return effect.ids[0]!
    },
    async specifications() {
      const query = { limit: MAX }
      const { items } = await call('GET /orgs/:organizationId/openapi', { organizationId: organization, query })
      return items.map(({ slug, sourceURL }) => ({ id: slug, title: slug, lead: sourceURL }))
    },
    async apiParts(specSlug) {
      const { filesystem } = await call('GET /orgs/:organizationId/openapi/:specSlug/versions/latest/content', {
        organizationId: organization,
        specSlug,
      })
      const entry = Object.values(filesystem).find(({ isEntrypoint }) => isEntrypoint)
      return entry ? partsOf(entry.specification) : []
    },
    async integrationBlocks() {
      const all = await call('GET /spaces/:spaceId/integration-blocks', { spaceId: content().space })
      return all.flatMap(({ name, blocks }) =>
        blocks.map(({ id, title, description }) => ({
          id: `${name} ${id}`,
          title,
          lead: description ?? name,
          integration: name,
          block: id,
        })),
      )
    },
    async people(typed) {
      const query = { limit: MAX_PEOPLE, ...(typed && { search: typed }) }
      const { items } = await call('GET /orgs/:organizationId/members', { organizationId: organization, query })
      return items.map(({ user }) => ({ id: user.id, title: user.displayName, lead: user.email }))
    },
  }
}

const findPage = (pages: readonly Page[], id: string): Page | undefined => {
  for (const page of pages) {
    const found = page.id === id ? page : findPage(page.pages ?? [], id)
    if (found) return found
  }
  return undefined
}
