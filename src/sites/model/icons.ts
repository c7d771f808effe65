// Icons beside titles.
import { type Icon, loadIcons } from '../../lib/icons.ts'
import type { Customization } from '../../shapes/customization.ts'

export type FoundIcon = Icon | undefined
export type IconStyle = 'solid' | 'regular'

/** The form of icons that a site wants. The stylesheet makes lighter ones from the solid. */
export const iconStyleOf = ({ styling }: Customization): IconStyle =>
  styling.icons === 'regular' ? 'regular' : 'solid'

/** The icon of that name, if there is one. */
export const findIcon = async (name: string | undefined, style: IconStyle): Promise<FoundIcon> =>
  name === undefined ? undefined : (await loadIcons(style))(name)
