// Renders the components of integrations by dispatching to their scripts.
import { Check } from 'typebox/value'
import type { Db, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { findJson } from '../../lib/json.ts'
import { RenderOutput, type RenderRequest } from '../../shapes/integration-activity.ts'
import { type ContextIds, type DispatchContext, loadDispatchContext } from './context.ts'
import { dispatchLogged, type LoggedDispatchServices } from './event-log.ts'

export interface Rendered {
  /** JSON of the shape RenderOutput. */
  output: string
  /** What the integration says about keeping it. */
  cacheControl: string | undefined
}

/** `userId`: who is looking; readers of a site have none. */
export async function renderComponent(
  services: LoggedDispatchServices,
  integration: Row<'integrations'>,
  ids: ContextIds,
  { context, props, ...asked }: RenderRequest,
  userId?: string,
): Promise<Rendered> {
  const place = await loadDispatchContext(services.db, integration, ids)
  const auth = userId === undefined ? undefined : { userId }
  const event = { eventId: newId(), type: 'ui_render', ...ids, auth, ...asked, context }
  const known = context.type === 'document' ? {} : configurationsAt(services, place)
  const given = { ...event, props: { ...props, ...known } }
  const answer = await dispatchLogged(services, integration, place, given, { faultIn: undrawn })
  if (answer.status === 404 || answer.status === NOT_HANDLED) throw problem('notFound')
  if (answer.status >= 500) throw problem('integrationFailed')
  if (answer.status >= 400) throw invalid({ path: '', message: refusalIn(answer.body) })
  if (!isOutput(answer.body)) throw problem('badRendering')
  return { output: answer.body.toString('utf8'), cacheControl: answer.headers['cache-control'] }
}

const NOT_HANDLED = 406

function undrawn({ status, body }: { status: number; body: Buffer }): string | undefined {
  if (status >= 400) return `The integration replied with status ${status} instead of a component.`
  return isOutput(body) ? undefined : 'The integration replied with something other than a component.'
}

const isOutput = (body: Buffer): boolean => Check(RenderOutput, findJson(body.toString('utf8')))

function refusalIn(body: Buffer): string {
  const { error } = (findJson(body.toString('utf8')) ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : 'cannot be rendered by the integration'
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

type Integration = Pick<Row<'integrations'>, 'id'>

/** The installation in an organization; a missing one is a 404. */
export async function loadInstalled(db: Db, { id }: Integration, organizationId: string) {
  const row = await db
    .selectFrom('integration_installations')
    .selectAll()
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}

/** The installation that works in a space; a missing one is a 404. */
export async function installedInSpace(
  db: Db,
  integration: Integration,
  space: { id: string; organization_id: string },
): Promise<ContextIds> {
  const installation = await loadInstalled(db, integration, space.organization_id)
  const on = await db
    .selectFrom('integration_space_installations')
    .select('space_id')
    .where('installation_id', '=', installation.id)
    .where('space_id', '=', space.id)
    .executeTakeFirst()
  if (!on && installation.space_selection !== 'all') throw problem('notFound')
  return on ? { installationId: installation.id, spaceId: space.id } : { installationId: installation.id }
}
