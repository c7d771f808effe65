import type { Settings } from '../../shapes/customization.ts'
import { checkCondition } from '../site-structure/index.ts'

/** Refuses header links whose condition cannot be parsed. `prefix` is the place of the settings in the request. */
export function checkLinkConditions(settings: Settings, prefix = ''): void {
  const { links } = (settings.header ?? {}) as { links?: readonly { condition?: string }[] }
  for (const [at, { condition }] of (links ?? []).entries())
    checkCondition(condition, `${prefix}header.links.${at}.condition`)
}
