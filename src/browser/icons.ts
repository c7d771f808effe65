// The icons that documents name: Font Awesome's solid icons and brands. They are large, so they are loaded when a page
// has one.
import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import type { Icon } from '../render/html/contract.ts'

let loading: Promise<Map<string, IconDefinition>> | undefined

async function load(): Promise<Map<string, IconDefinition>> {
  const [{ fas }, { fab }] = await Promise.all([
    import('@fortawesome/free-solid-svg-icons'),
    import('@fortawesome/free-brands-svg-icons'),
  ])
  const found = new Map<string, IconDefinition>()
  for (const icon of [...Object.values(fab), ...Object.values(fas)] as IconDefinition[]) {
    const [, , aliases] = icon.icon
    for (const name of [icon.iconName, ...aliases]) if (typeof name === 'string') found.set(name, icon)
  }
  return found
}

const icons = (): Promise<Map<string, IconDefinition>> => {
  loading ??= load()
  return loading
}

export async function findIcon(name: string): Promise<Icon | undefined> {
  const found = (await icons()).get(name.replace(/^fa-/, ''))
  if (!found) return undefined
  const [width, height, , , path] = found.icon
  return { width, height, paths: [path].flat() }
}

export const iconNames = async (): Promise<string[]> =>
  [...new Set([...(await icons()).values()].map(({ iconName }) => iconName as string))].sort()
