import type { Objects } from '../../access/permissions.ts'
import type { Row } from '../../db/tables.ts'
import {
  insertShareLink,
  listShareLinks,
  publishedUrls,
  removeShareLink,
  toShareLink,
  updateShareLink,
} from '../../domain/site-addresses/index.ts'
import type { Vault } from '../../lib/sealing.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { shareLinkRoutes } from './routes.ts'

export const shareLinks = implement(shareLinkRoutes, {
  async listSiteShareLinks(context) {
    const { rows, count, next } = await listShareLinks(context.db, context.site.id, context.page)
    return { items: rows.map((link) => show(link, context)), count, next }
  },

  async createSiteShareLink(context) {
    const { db, site, body, vault } = context
    return show(await insertShareLink(db, site.id, body.name, vault), context)
  },

  async updateSiteShareLinkById(context) {
    const { db, shareLink, body } = context
    const active = body.active === undefined ? undefined : body.active ? 1 : 0
    return show(await updateShareLink(db, shareLink.id, { active, name: body.name }), context)
  },

  async deleteSiteShareLinkById({ db, shareLink, report }) {
    await removeShareLink(db, shareLink.id)
    report({ target: { kind: 'share-link', id: shareLink.id } })
  },
})

type PresentContext = Pick<Objects, 'organization' | 'site'> & { urls: Urls; vault: Vault }

const show = (link: Row<'share_links'>, { organization, site, urls, vault }: PresentContext) =>
  toShareLink(link, vault, (secret) =>
    site.published === 1 ? publishedUrls(urls, organization, site, secret).site : undefined,
  )
