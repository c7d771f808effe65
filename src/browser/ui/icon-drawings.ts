// The icons that people choose by name: Font Awesome's solid icons and brands. They are large, and come when the first is
// shown.
import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import type { Icon } from '../../lib/icons.ts'

let loading: Promise<ReadonlyMap<string, Icon>> | undefined

/** By their own names, brands last. */
export function loadDrawings(): Promise<ReadonlyMap<string, Icon>> {
  loading ??= load()
  return loading
}

async function load(): Promise<ReadonlyMap<string, Icon>> {
  const { fas } = await import('@fortawesome/free-solid-svg-icons')
  const { fab } = await import('@fortawesome/free-brands-svg-icons')
  return new Map([...Object.values(fas), ...Object.values(fab)].map((icon) => [icon.iconName, toIcon(icon)]))
}

const toIcon = ({ icon: [width, height, , , path] }: IconDefinition): Icon => ({ width, height, paths: [path].flat() })
