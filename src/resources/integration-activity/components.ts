// Renders the components of integrations, in documents and on configuration pages, by dispatching to their scripts.
import LZString from 'lz-string'
import { Check } from 'typebox/value'
import { type AnyCaller, type Caller, isVisitor } from '../../access/caller.ts'
import { loadInstallation } from '../../access/loading/integrations.ts'
import { loadOrganization, loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import { loadSite } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import {
  type ContextIds,
  type DispatchContext,
  dispatchLogged,
  type LoggedDispatchServices,
  loadDispatchContext,
} from '../../domain/dispatch/index.ts'
import { invalid, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { findJson } from '../../lib/json.ts'
import { RawJson } from '../../server/operation.ts'
import { type RenderContext, RenderOutput, RenderRequest } from '../../shapes/integration-activity.ts'

export interface RenderCall extends LoggedDispatchServices {
  caller: AnyCaller
  integration: Objects['integration']
}

export async function render(rendering: RenderCall, { context, props, ...asked }: RenderRequest): Promise<RawJson> {
  const { db, caller, integration } = rendering
  const ids = await namesFor(rendering, context)
  const place = await loadDispatchContext(db, integration, ids)
  const auth = isVisitor(caller) ? undefined : { userId: caller.user.id }
  const event = { eventId: newId(), type: 'ui_render', ...ids, auth, ...asked, context }
  const known = context.type === 'document' ? {} : configurationsAt(rendering, place)
  const given = { ...event, props: { ...props, ...known } }
  const answer = await dispatchLogged(rendering, integration, place, given, { faultIn: undrawn })
  if (answer.status === 404 || answer.status === NOT_HANDLED) throw problem('notFound')
  if (answer.status >= 500) throw problem('integrationFailed')
  if (answer.status >= 400) throw invalid({ path: '', message: refusalIn(answer.body) })
  return new RawJson(outputIn(answer.body), answer.headers['cache-control'])
}

const NOT_HANDLED = 406

function undrawn({ status, body }: { status: number; body: Buffer }): string | undefined {
  if (status >= 400) return `The integration replied with status ${status} instead of a component.`
  return isOutput(body) ? undefined : 'The integration replied with something other than a component.'
}

/** Parses the render request from the URL. */
export function parseRenderRequest(text: string): RenderRequest {
  const json = LZString.decompressFromEncodedURIComponent(text) || LZString.decompressFromBase64(text)
  const request = json ? findJson(json) : undefined
  if (!Check(RenderRequest, request))
    throw invalid({ path: 'request', message: 'must be a complete render request as JSON, compressed with LZ-string' })
  return request
}

const isOutput = (body: Buffer): boolean => Check(RenderOutput, findJson(body.toString('utf8')))

function outputIn(body: Buffer): string {
  if (!isOutput(body)) throw problem('badRendering')
  return body.toString('utf8')
}

function refusalIn(body: Buffer): string {
  const { error } = (findJson(body.toString('utf8')) ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : 'cannot be rendered by the integration'
}

/** The installation to render with. Throws 404 if it does not exist or the caller cannot see it. */
async function namesFor({ db, caller, integration }: RenderCall, context: RenderContext): Promise<ContextIds> {
  if (isVisitor(caller)) return namesForVisitor(db, caller, integration, context)
  if (context.type === 'document') return namesInSpace(db, integration, await loadSpace(db, caller, context.spaceId))
  if (context.type === 'configuration_space') {
    const space = await loadSpace(db, caller, context.spaceId)
    authorize('space.admin', { space })
    return namesInSpace(db, integration, space)
  }
  if (context.type === 'configuration_site') return namesOnSite(db, caller, integration, context.siteId)
  const organization = await loadOrganization(db, caller, context.organizationId)
  const installation = await findInstalled(db, integration, organization.id)
  authorize('installation.view', { installation: await loadInstallation(db, caller, integration, installation.id) })
  const spaceId = 'spaceId' in context ? context.spaceId : undefined
  if (spaceId === undefined) return { installationId: installation.id }
  return namesInSpace(db, integration, await loadSpace(db, caller, spaceId))
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
  return namesInSpace(db, integration, { id: context.spaceId, organization_id })
}

async function namesInSpace(
  db: Db,
  integration: Pick<Row<'integrations'>, 'id'>,
  space: { id: string; organization_id: string },
): Promise<ContextIds> {
  const installation = await findInstalled(db, integration, space.organization_id)
  const on = await db
    .selectFrom('integration_space_installations')
    .select('space_id')
    .where('installation_id', '=', installation.id)
    .where('space_id', '=', space.id)
    .executeTakeFirst()
  if (!on && installation.space_selection !== 'all') throw problem('notFound')
  return on ? { installationId: installation.id, spaceId: space.id } : { installationId: installation.id }
}

async function namesOnSite(db: Db, caller: Caller, integration: Objects['integration'], siteId: string) {
  const row = await db.selectFrom('sites').select('organization_id').where('id', '=', siteId).executeTakeFirst()
  if (!row) throw problem('notFound')
  const organization = await loadOrganization(db, caller, row.organization_id)
  authorize('site.admin', { site: await loadSite(db, caller, organization, siteId) })
  return { installationId: (await findInstalled(db, integration, organization.id)).id, siteId }
}

async function findInstalled(db: Db, { id }: Pick<Row<'integrations'>, 'id'>, organizationId: string) {
  const row = await db
    .selectFrom('integration_installations')
    .selectAll()
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}

/** The current configurations, which every configuration component receives. */
function configurationsAt({ vault }: LoggedDispatchServices, { installation, content }: DispatchContext) {
  const open = ({ configuration }: { configuration: string }) => ({
    configuration: JSON.parse(vault.unseal(configuration)),
  })
  return {
    ...(installation && { installation: open(installation) }),
    ...(content && { [`${content.kind}Installation`]: open(content.row) }),
  }
}
