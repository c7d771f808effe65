import { implement } from '../../server/operation.ts'
import { toList, toPage } from '../../server/paging.ts'
import { listBacklinks, listLinks, listSpecBacklinks } from './lists.ts'
import { changeRequestLinkRoutes, linkRoutes, specLinkRoutes } from './routes.ts'
import { listVariableBacklinks } from './variables.ts'

type Listed = Awaited<ReturnType<typeof listLinks>>

/** Adds the statistics to a list of links. */
const toLinks = (list: string, { stats, ...rest }: Listed) => ({ ...toList(list, rest), items: rest.items, stats })

export const links = implement(linkRoutes, {
  async listSpaceLinks(context) {
    const { query } = context
    return toLinks('listSpaceLinks', await listLinks(context, query, toPage('listSpaceLinks', query)))
  },

  async listPageLinksInSpace({ params, ...context }) {
    const { query } = context
    const page = toPage('listPageLinksInSpace', query)
    return toLinks('listPageLinksInSpace', await listLinks(context, query, page, params.pageId))
  },

  listSpacePageBacklinks: ({ params, page, ...context }) =>
    listBacklinks(context, { kind: 'page', id: params.pageId }, page),

  listSpaceFileBacklinks: ({ params, page, ...context }) =>
    listBacklinks(context, { kind: 'file', id: params.fileId }, page),

  listSpaceReusableContentBacklinks: ({ params, page, ...context }) =>
    listBacklinks(context, { kind: 'reusable-content', id: params.reusableContentId }, page),

  listSpaceVariableBacklinks: ({ params, page, ...context }) =>
    listVariableBacklinks(context, params.variableName, page),
})

export const specLinks = implement(specLinkRoutes, {
  listOpenAPISpecBacklinks: ({ params, page, ...context }) => listSpecBacklinks(context, params.specSlug, page),
})

export const changeRequestLinks = implement(changeRequestLinkRoutes, {
  async listChangeRequestLinks(context) {
    const { query } = context
    return toLinks('listChangeRequestLinks', await listLinks(context, query, toPage('listChangeRequestLinks', query)))
  },

  async listPageLinksInChangeRequest({ params, query, ...context }) {
    const page = toPage('listPageLinksInChangeRequest', query)
    return toLinks('listPageLinksInChangeRequest', await listLinks(context, {}, page, params.pageId))
  },

  listChangeRequestPageBacklinks: ({ params, page, ...context }) =>
    listBacklinks(context, { kind: 'page', id: params.pageId }, page),

  listChangeRequestFileBacklinks: ({ params, page, ...context }) =>
    listBacklinks(context, { kind: 'file', id: params.fileId }, page),

  listChangeRequestReusableContentBacklinks: ({ params, page, ...context }) =>
    listBacklinks(context, { kind: 'reusable-content', id: params.reusableContentId }, page),
})
