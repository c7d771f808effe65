// A button that marks a favorite.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { type Favored, useFavorite } from './favorites.ts'

export function Star({ of }: { of: Favored }) {
  const { isOn, toggle } = useFavorite(of)
  return (
    <button
      type="button"
      class="btn bare icon star"
      aria-label={words.favorites.favorite}
      aria-pressed={isOn}
      onClick={() => void toggle()}
    >
      <Icon name="star" />
    </button>
  )
}
