// Merges the text that failed markup leaves.

import type { Construct, Event } from 'micromark-util-types'

// Failed markup leaves many consecutive text events. Merging them as soon as something else follows is cheap; the
// tokenizer would merge them at the end of the paragraph and move all later events each time.
export function merging(construct: Construct): Construct {
  return {
    ...construct,
    resolveTo(events, context) {
      const resolved = construct.resolveTo?.(events, context) ?? events
      mergeBefore(resolved)
      return resolved
    },
  }
}

const isData = (event: Event | undefined) => event?.[1].type === 'data'

function mergeBefore(events: Event[]): void {
  const token = events.at(-1)?.[1]
  let end = events.length - 1
  while (end > 0 && !(events[end]?.[0] === 'enter' && events[end]?.[1] === token)) end--
  let start = end
  while (start >= 2 && isData(events[start - 1])) start -= 2
  if (end - start <= 2) return
  ;(events[start] as Event)[1].end = (events[end - 1] as Event)[1].end
  events.splice(start + 2, end - start - 2)
}
