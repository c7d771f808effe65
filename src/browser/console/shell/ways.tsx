// The places side by side below the bar. Where they do not fit, the present one is brought into view.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function WaysBar({
  label,
  at,
  children,
}: {
  label: string
  at: string | undefined
  children: ComponentChildren
}) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [at])
  return (
    <nav ref={nav} class="ways" aria-label={label}>
      {children}
    </nav>
  )
}
