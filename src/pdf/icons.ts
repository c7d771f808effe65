// Icons by the names that people give them, as drawings.
import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'

export async function loadIcons(): Promise<(name: string) => string | undefined> {
  const { fas } = await import('@fortawesome/free-solid-svg-icons')
  const { fab } = await import('@fortawesome/free-brands-svg-icons')
  const icons = new Map<string, IconDefinition>()
  for (const icon of [...Object.values(fab), ...Object.values(fas)])
    for (const name of namesOf(icon)) icons.set(name, icon)
  return (name) => {
    const icon = icons.get(name.replace(/^fa-/, ''))
    return icon && draw(icon)
  }
}

const namesOf = ({ iconName, icon: [, , aliases] }: IconDefinition): string[] => [
  iconName,
  ...aliases.filter((alias) => typeof alias === 'string'),
]

function draw({ icon: [width, height, , , path] }: IconDefinition): string {
  const paths = [path].flat().map((each) => `<path d="${each}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`
}
