// Conversations in a list, with filters and keys to walk through them.
import { useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { commentWords as text } from '../../words-comments.ts'
import { useShortcuts } from '../keys.ts'
import { Read } from '../reading.tsx'
import { type CommentJson, useComments } from './api.ts'
import { useNamed } from './named.ts'
import type { Scene } from './scene.ts'
import { choose, chosen } from './state.ts'
import { Thread } from './thread.tsx'
import { markRead, useUnread } from './unread.ts'

const FILTERS = ['open', 'resolved', 'mine'] as const
type Filter = (typeof FILTERS)[number]

const isShown = (filter: Filter, { id, status, postedBy }: CommentJson, user: string): boolean =>
  id === chosen.value || (filter === 'mine' ? postedBy.id === user : status === filter)

interface Props {
  scene: Scene
  /** The page whose comments are listed; all of them without one. */
  page: string | undefined
}

export function Threads({ scene, page }: Props) {
  const [filter, setFilter] = useState<Filter>('open')
  const reading = useComments(scene.content, page)
  const comments = reading.value?.items
  const unread = useUnread(scene.content)
  const shown = (comments ?? []).filter((comment) => isShown(filter, comment, scene.user))
  const [there, lost] = [shown.filter(isThere), shown.filter((comment) => !isThere(comment))]
  useNamed()
  const latest = useRef<readonly CommentJson[]>([])
  latest.current = [...there, ...lost]
  const step = (by: 1 | -1) => {
    const all = latest.current
    const at = all.findIndex(({ id }) => id === chosen.peek())
    const next = all[at < 0 ? (by === 1 ? 0 : all.length - 1) : (at + by + all.length) % all.length]
    if (next) choose(next.id)
  }
  useShortcuts([
    { keys: 'n', label: text.next, run: () => step(1) },
    { keys: 'p', label: text.previous, run: () => step(-1) },
  ])
  const list = (of: readonly CommentJson[], label: string) => (
    <ul class="threads" aria-label={label}>
      {of.map((comment) => (
        <Thread
          key={comment.id}
          scene={scene}
          comment={comment}
          isUnread={unread.some(({ id }) => id === comment.id)}
        />
      ))}
    </ul>
  )
  return (
    <>
      <fieldset class="seg">
        <legend class="sr">{text.filter}</legend>
        {FILTERS.map((each) => (
          <button key={each} type="button" aria-pressed={each === filter} onClick={() => setFilter(each)}>
            {text.filters[each]}
          </button>
        ))}
      </fieldset>
      {unread.length > 0 && (
        <button type="button" class="btn bare s start" onClick={() => markRead(scene.content)}>
          <Icon name="check" />
          {text.readAll(unread.length)}
        </button>
      )}
      <Read of={reading}>
        {() => (
          <>
            {shown.length === 0 && <p class="soft">{text.none[filter]}</p>}
            {there.length > 0 && list(there, text.title)}
            {lost.length > 0 && (
              <section>
                <h3>{text.lost}</h3>
                <p class="small faint">{text.lostLead}</p>
                {list(lost, text.lost)}
              </section>
            )}
          </>
        )}
      </Read>
    </>
  )
}

const isThere = ({ target: { page } }: CommentJson): boolean => !page?.outdated
