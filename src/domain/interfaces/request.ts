// Asks integrations for the interfaces of their blocks while a document is drawn: within a short time, and not twice for
// readers who come at once. An answer is kept for as long as the integration says, and otherwise for a moment; it is asked
// for again when the block, the version or the configuration of the integration changes.
import type { Row } from '../../db/tables.ts'
import { derived } from '../../lib/derived.ts'
import { sha256 } from '../../lib/hash.ts'
import { findJson } from '../../lib/json.ts'
import { HOUR, SECOND } from '../../lib/time.ts'
import { type Interface, outputOf } from '../../render/contentkit/index.ts'
import {
  type DispatchContext,
  installedInSpace,
  type LoggedDispatchServices,
  loadDispatchContext,
  renderComponent,
} from '../dispatch/index.ts'
import { findIntegration } from '../integrations/index.ts'
import type { IntegrationBlock } from './blocks.ts'

export type Theme = 'light' | 'dark'

interface Answer {
  /** Undefined if the integration failed. */
  shown: Interface | undefined
  bytes: number
  until: number
}

const answers = derived<Answer>('interface', { bytesOf: ({ bytes }) => bytes, untilOf: ({ until }) => until })

/** A page does not wait longer. What comes later is there for the next reader. */
const MAX_WAIT = 3 * SECOND
const SHORTLY = 10 * SECOND
const LONGEST = HOUR

export async function requestInterface(
  services: LoggedDispatchServices,
  space: { id: string; organization_id: string },
  block: IntegrationBlock,
  { theme, wait = MAX_WAIT }: { theme: Theme; wait?: number },
): Promise<Interface | undefined> {
  const { db } = services
  const integration = await findIntegration(db, block.integration)
  if (!integration) return undefined
  const ids = await installedInSpace(db, integration, space).catch(() => undefined)
  if (!ids) return undefined
  const key = keyOf(integration, await loadDispatchContext(db, integration, ids), block, theme)
  const { component: componentId, props, action } = block
  const context = { type: 'document' as const, theme, spaceId: space.id, editable: false }
  const ask = async (): Promise<Answer> => {
    const rendered = await renderComponent(services, integration, ids, {
      componentId,
      props,
      context,
      ...(action && { action }),
    }).catch(() => undefined)
    const output = rendered && outputOf(findJson(rendered.output))
    const shown = output && 'element' in output ? output : undefined
    return { shown, bytes: 3 * (rendered?.output.length ?? 0), until: Date.now() + ageOf(rendered?.cacheControl) }
  }
  return (await Promise.race([answers.load(key, ask), later(wait)]))?.shown
}

const later = (wait: number) => new Promise<undefined>((resolve) => setTimeout(resolve, wait, undefined).unref())

const ageOf = (cacheControl: string | undefined): number => {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/.exec(cacheControl ?? '')?.[1]
  return seconds === undefined ? SHORTLY : Math.min(Number(seconds) * SECOND, LONGEST)
}

const keyOf = (
  { id, version }: Row<'integrations'>,
  { installation, content }: DispatchContext,
  { component, props, action }: IntegrationBlock,
  theme: Theme,
): string =>
  sha256(
    JSON.stringify([
      id,
      version,
      installation?.id,
      installation?.configuration,
      content?.row.content_id,
      content?.row.configuration,
      component,
      props,
      action,
      theme,
    ]),
  )
