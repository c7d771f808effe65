// An icon that people choose by its name. Its drawing comes when it is first seen.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Icon as Drawing } from '../../lib/icons.ts'
import { findIcon } from '../icons.ts'

export function NamedIcon({ name }: { name: string }) {
  const place = useRef<SVGSVGElement>(null)
  const [icon, setIcon] = useState<Drawing | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    const stop = whenSeen(place.current!, () =>
      findIcon(name).then(
        (found) => isGone || setIcon(found),
        () => {},
      ),
    )
    return () => {
      isGone = true
      stop()
    }
  }, [name])
  // An empty place while the drawing is on its way.
  return (
    <svg
      ref={place}
      class="i named"
      viewBox={icon ? `0 0 ${icon.width} ${icon.height}` : '0 0 16 16'}
      aria-hidden="true"
    >
      {icon?.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

/** Calls once. Returns a function that stops waiting. */
function whenSeen(element: Element, seen: () => void): () => void {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    watch.disconnect()
    seen()
  })
  watch.observe(element)
  return () => watch.disconnect()
}
