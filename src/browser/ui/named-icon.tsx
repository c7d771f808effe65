// An icon that people choose by its name. The drawings are large and come when the first is shown.
import { useEffect, useState } from 'preact/hooks'
import type { Icon as Drawing } from '../../lib/icons.ts'
import { loadDrawings } from './icon-drawings.ts'

export function NamedIcon({ name }: { name: string }) {
  const [icon, setIcon] = useState<Drawing | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    loadDrawings().then(
      (drawings) => isGone || setIcon(drawings.get(name.replace(/^fa-/, ''))),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [name])
  return <DrawnIcon icon={icon} />
}

/** An empty place while the drawing is on its way. */
export const DrawnIcon = ({ icon }: { icon: Drawing | undefined }) => (
  <svg class="i named" viewBox={icon ? `0 0 ${icon.width} ${icon.height}` : '0 0 16 16'} aria-hidden="true">
    {icon?.paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
