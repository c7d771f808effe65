// Who may have a component of an integration rendered, in documents and on configuration pages.
import LZString from 'lz-string'
import { Check } from 'typebox/value'
import { type AnyCaller, type Caller, isVisitor } from '../../access/caller.ts'
import { loadInstallation } from '../../access/loading/integrations.ts'
import { loadOrganization, loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import { loadSite } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import {
  type ContextIds,
  installedInSpace,
  type LoggedDispatchServices,
  loadInstalled,
  renderComponent,
} from '../../domain/dispatch/index.ts'
import { invalid, problem } from '../../errors.ts'
import { findJson } from '../../lib/json.ts'
import { RawJson } from '../../server/operation.ts'
import { type RenderContext, RenderRequest } from '../../shapes/integration-activity.ts'

export interface RenderCall extends LoggedDispatchServices {
  caller: AnyCaller
  integration: Objects['integration']
}

export async function render(rendering: RenderCall, asked: RenderRequest): Promise<RawJson> {
  const { caller, integration } = rendering
  const ids = await namesFor(rendering, asked.context)
  const userId = isVisitor(caller) ? undefined : caller.user.id
  const { output, cacheControl } = await renderComponent(rendering, integration, ids, asked, userId)
  return new RawJson(output, cacheControl)
}

/** Parses the render request from the URL. */
export function parseRenderRequest(text: string): RenderRequest {
  const json = LZString.decompressFromEncodedURIComponent(text) || LZString.decompressFromBase64(text)
  const request = json ? findJson(json) : undefined
  if (!Check(RenderRequest, request))
    throw invalid({ path: 'request', message: 'must be a complete render request as JSON, compressed with LZ-string' })
  return request
}

/** The installation to render with. Throws 404 if it does not exist or the caller cannot see it. */
async function namesFor({ db, caller, integration }: RenderCall, context: RenderContext): Promise<ContextIds> {
  if (isVisitor(caller)) return namesForVisitor(db, caller, integration, context)
  if (context.type === 'document')
    return installedInSpace(db, integration, await loadSpace(db, caller, context.spaceId))
  if (context.type === 'configuration_space') {
    const space = await loadSpace(db, caller, context.spaceId)
    authorize('space.admin', { space })
    return installedInSpace(db, integration, space)
  }
  if (context.type === 'configuration_site') return namesOnSite(db, caller, integration, context.siteId)
  const organization = await loadOrganization(db, caller, context.organizationId)
  const installation = await loadInstalled(db, integration, organization.id)
  authorize('installation.view', { installation: await loadInstallation(db, caller, integration, installation.id) })
  const spaceId = 'spaceId' in context ? context.spaceId : undefined
  if (spaceId === undefined) return { installationId: installation.id }
  return installedInSpace(db, integration, await loadSpace(db, caller, spaceId))
}

function namesForVisitor(
  db: Db,
  visitor: Exclude<AnyCaller, Caller>,
  integration: Objects['integration'],
  context: RenderContext,
): Promise<ContextIds> {
  const isShown = context.type === 'document' && visitor.siteSpaces.some(({ space_id }) => space_id === context.spaceId)
  if (!isShown) throw problem('notFound')
  const { organization_id } = visitor.site
  return installedInSpace(db, integration, { id: context.spaceId, organization_id })
}

async function namesOnSite(db: Db, caller: Caller, integration: Objects['integration'], siteId: string) {
  const row = await db.selectFrom('sites').select('organization_id').where('id', '=', siteId).executeTakeFirst()
  if (!row) throw problem('notFound')
  const organization = await loadOrganization(db, caller, row.organization_id)
  authorize('site.admin', { site: await loadSite(db, caller, organization, siteId) })
  return { installationId: (await loadInstalled(db, integration, organization.id)).id, siteId }
}
