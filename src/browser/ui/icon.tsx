import { ICONS, type IconName } from './icons.ts'

/** An icon beside words: it says nothing by itself. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class={`i i-${name}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
)
