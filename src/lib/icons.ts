// Icons by name and alias: Font Awesome's solid and regular icons and brands. They are large, so they are loaded when
// first needed.
import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'

export interface Icon {
  width: number
  height: number
  /** Outlines, as in the attribute `d` of an SVG path. */
  paths: readonly string[]
}

type FindIcon = (name: string) => Icon | undefined
type IconStyle = 'solid' | 'regular'

const loading = new Map<IconStyle, Promise<FindIcon>>()

/** Only some icons have a regular form; the others are solid. */
export function loadIcons(style: IconStyle = 'solid'): Promise<FindIcon> {
  const found = loading.get(style) ?? load(style)
  loading.set(style, found)
  return found
}

async function load(style: IconStyle): Promise<FindIcon> {
  const { fas } = await import('@fortawesome/free-solid-svg-icons')
  const { fab } = await import('@fortawesome/free-brands-svg-icons')
  const { far } = style === 'regular' ? await import('@fortawesome/free-regular-svg-icons') : { far: {} }
  const icons = new Map<string, IconDefinition>()
  for (const icon of [...Object.values(fab), ...Object.values(fas), ...Object.values<IconDefinition>(far)])
    for (const name of namesOf(icon)) icons.set(name, icon)
  return (name) => {
    const icon = icons.get(name.replace(/^fa-/, ''))
    return icon && toIcon(icon)
  }
}

/** The names of all, without their aliases; brands last. */
export async function findIconNames(): Promise<string[]> {
  const { fas } = await import('@fortawesome/free-solid-svg-icons')
  const { fab } = await import('@fortawesome/free-brands-svg-icons')
  return [...new Set([...Object.values(fas), ...Object.values(fab)].map(({ iconName }) => iconName as string))]
}

const namesOf = ({ iconName, icon: [, , aliases] }: IconDefinition): string[] => [
  iconName,
  ...aliases.filter((alias) => typeof alias === 'string'),
]

const toIcon = ({ icon: [width, height, , , path] }: IconDefinition): Icon => ({ width, height, paths: [path].flat() })
