// The icons that interfaces can name.
import { isSet } from '../fields.ts'
import { iconNamed } from '../html/inlines/icon.ts'
import { type Html, NOTHING } from '../html/template.ts'
import type { Kit } from './contract.ts'
import { within } from './values.ts'

const NAMES: Record<string, string> = {
  close: 'xmark',
  edit: 'pen',
  email: 'envelope',
  settings: 'gear',
  search: 'magnifying-glass',
  delete: 'trash',
  warning: 'triangle-exclamation',
  'link-external': 'arrow-up-right-from-square',
  'eye-off': 'eye-slash',
  'check-circle': 'circle-check',
}

const drawnAs = (name: string): string => (Object.hasOwn(NAMES, name) ? NAMES[name]! : name)

/** The icons that an interface needs, for those who have to load them. */
export const iconsIn = (element: unknown): string[] => [
  ...new Set(
    [...JSON.stringify(element ?? null).matchAll(/"(?:icon|trailingIcon)":"([\w-]{1,60})"/g)].map(([, name]) =>
      drawnAs(name!),
    ),
  ),
]

/** The icon of a name, or a picture. */
export function drawMark(icon: unknown, kit: Kit): Html {
  if (isSet(icon)) return kit.draw(icon)
  if (typeof icon !== 'string') return NOTHING
  const name = within(icon.slice(0, 100), kit)
  return iconNamed(drawnAs(name), kit.context) ?? NOTHING
}
