// Icons as SVG.
import { loadIcons as load } from '../lib/icons.ts'

export async function loadIcons(): Promise<(name: string) => string | undefined> {
  const find = await load()
  return (name) => {
    const icon = find(name)
    if (!icon) return undefined
    const paths = icon.paths.map((each) => `<path d="${each}"/>`).join('')
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${icon.width} ${icon.height}">${paths}</svg>`
  }
}
