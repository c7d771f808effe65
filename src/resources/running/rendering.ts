// Components of integrations: asked for in a document or where something is configured, drawn by the script.
import LZString from 'lz-string'
import { Check } from 'typebox/value'
import { type Caller, isVisitor, type Reader } from '../../access/caller.ts'
import { loadOrganization, loadSpace } from '../../access/load.ts'
import { loadInstallation } from '../../access/load-integration.ts'
import { loadSite } from '../../access/load-site.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { ReadyJson } from '../../server/operation.ts'
import { type Asking, ask } from './noting.ts'
import { loadPlace, type Names, type Place } from './place.ts'
import { type RenderContext, RenderOutput, RenderRequest } from './schemas.ts'

export interface Rendering extends Asking {
  caller: Reader
  integration: Objects['integration']
}

export async function render(rendering: Rendering, { context, props, ...asked }: RenderRequest): Promise<ReadyJson> {
  const { db, caller, integration } = rendering
  const names = await namesFor(rendering, context)
  const place = await loadPlace(db, integration, names)
  const auth = isVisitor(caller) ? undefined : { userId: caller.user.id }
  const event = { eventId: newId(), type: 'ui_render', ...names, auth, ...asked, context }
  const known = context.type === 'document' ? {} : configurationsAt(rendering, place)
  const given = { ...event, props: { ...props, ...known } }
  const answer = await ask(rendering, integration, place, given, { faultIn: undrawn })
  if (answer.status === 404 || answer.status === NOT_HANDLED) throw problem('notFound')
  if (answer.status >= 500) throw problem('integrationFailed')
  if (answer.status >= 400) throw invalid({ path: '', message: refusalIn(answer.body) })
  return new ReadyJson(outputIn(answer.body), answer.headers['cache-control'])
}

const NOT_HANDLED = 406

function undrawn({ status, body }: { status: number; body: Buffer }): string | undefined {
  if (status >= 400) return `The integration answered with status ${status} instead of a component.`
  return isOutput(body) ? undefined : 'The integration answered with something that is no component.'
}

/** What the URL says of what to draw. */
export function requestIn(text: string): RenderRequest {
  const json = LZString.decompressFromEncodedURIComponent(text) || LZString.decompressFromBase64(text)
  const request = json ? parsed(json) : undefined
  if (!Check(RenderRequest, request))
    throw invalid({ path: 'request', message: 'must be a whole request as JSON, compressed with LZ-string' })
  return request
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isOutput = (body: Buffer): boolean => Check(RenderOutput, parsed(body.toString('utf8')))

function outputIn(body: Buffer): string {
  if (!isOutput(body)) throw problem('badRendering')
  return body.toString('utf8')
}

function refusalIn(body: Buffer): string {
  const { error } = (parsed(body.toString('utf8')) ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : 'is nothing that the integration can draw'
}

/** The installation that draws there; what the caller may not see, or is not installed there, is a 404. */
async function namesFor({ db, caller, integration }: Rendering, context: RenderContext): Promise<Names> {
  if (isVisitor(caller)) return namesForVisitor(db, caller, integration, context)
  if (context.type === 'document') return namesInSpace(db, integration, await loadSpace(db, caller, context.spaceId))
  if (context.type === 'configuration_space') {
    const space = await loadSpace(db, caller, context.spaceId)
    demand('space.admin', { space })
    return namesInSpace(db, integration, space)
  }
  if (context.type === 'configuration_site') return namesOnSite(db, caller, integration, context.siteId)
  const organization = await loadOrganization(db, caller, context.organizationId)
  const installation = await findInstalled(db, integration, organization.id)
  demand('installation.view', { installation: await loadInstallation(db, caller, integration, installation.id) })
  const spaceId = 'spaceId' in context ? context.spaceId : undefined
  if (spaceId === undefined) return { installationId: installation.id }
  return namesInSpace(db, integration, await loadSpace(db, caller, spaceId))
}

function namesForVisitor(
  db: Db,
  visitor: Exclude<Reader, Caller>,
  integration: Objects['integration'],
  context: RenderContext,
): Promise<Names> {
  const isShown = context.type === 'document' && visitor.siteSpaces.some(({ space_id }) => space_id === context.spaceId)
  if (!isShown) throw problem('notFound')
  const { organization_id } = visitor.site
  return namesInSpace(db, integration, { id: context.spaceId, organization_id })
}

async function namesInSpace(
  db: Db,
  integration: Pick<Row<'integrations'>, 'id'>,
  space: { id: string; organization_id: string },
): Promise<Names> {
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
  demand('site.admin', { site: await loadSite(db, caller, organization, siteId) })
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

/** What a component that configures is always told: how things are configured now. */
function configurationsAt({ vault }: Asking, { installation, content }: Place) {
  const open = ({ configuration }: { configuration: string }) => ({
    configuration: JSON.parse(vault.unseal(configuration)),
  })
  return {
    ...(installation && { installation: open(installation) }),
    ...(content && { [`${content.kind}Installation`]: open(content.row) }),
  }
}
