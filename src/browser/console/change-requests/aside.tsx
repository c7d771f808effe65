// Who reviews a change request, what the person says about it, and what merging will do.
import { words } from '../../words.ts'
import { Merging } from './merging.tsx'
import type { Place } from './place.ts'
import { Reviewers } from './reviewers.tsx'
import { YourReview } from './your-review.tsx'

export function Aside(place: Place) {
  const { space, changeRequest } = place
  const isOpen = changeRequest.status === 'open' || changeRequest.status === 'draft'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it
    <aside class="aside scroll" tabIndex={0} aria-label={words.changeRequests.aside}>
      <Reviewers {...place} />
      {isOpen && space.permissions.review && <YourReview {...place} />}
      <Merging {...place} />
    </aside>
  )
}
