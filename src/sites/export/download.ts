// Sends exports of sites. They are written while they are sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { LoggedDispatchServices } from '../../domain/dispatch/index.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { openExportLink } from '../../resources/site-exports/index.ts'
import { loadStaticFiles } from '../../server/static-files.ts'
import { listExportedFiles } from './files.ts'
import { openExport } from './visit.ts'
import { toZip } from './zip.ts'

export interface ExportServing extends Omit<LoggedDispatchServices, 'db'> {
  database: Database
  files: Files
}

/** Each draws all pages of a site. */
const MAX_AT_ONCE = 2

/** Sends the exports that links ask for. */
export function exportSender({
  database,
  ...tools
}: ExportServing): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { files, urls } = tools
  let running = 0
  return async (request, reply) => {
    const given = { ...(request.query as object), ...(request.params as object) }
    const link = openExportLink(files.signer, given)
    if (!link) throw problem('notFound')
    if (link.expiresAt <= Date.now()) throw problem('exportLinkExpired')
    const dispatching = { ...tools, db: database.read }
    const services = { db: database.read, urls, files, staticFiles: await loadStaticFiles(), dispatching }
    const found = await findExportedSite(services.db, link.site)
    if (!found) throw problem('notFound')
    const { member, at, claims } = link
    const visited = await openExport(services, { ...found, member, at: at || undefined, claims: JSON.parse(claims) })
    // Whoever sees none of its spaces any more gets nothing.
    if (visited.structure.siteSpaces.length === 0) throw problem('notFound')
    if (running >= MAX_AT_ONCE) throw problem('exportBusy')
    running++
    const archive = toZip(listExportedFiles(services, visited), new Date(at || Date.now()))
    archive.once('close', () => running--)
    archive.on('error', (error) => request.log.error(error, 'The export failed.'))
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment',
        'cache-control': 'no-store',
      })
      .send(archive)
  }
}

/** The site and its organization. */
export async function findExportedSite(db: Database['read'], id: string) {
  const site = await db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst()
  if (!site) return undefined
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', site.organization_id)
    .executeTakeFirstOrThrow()
  return { site, organization }
}
