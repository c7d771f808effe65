// The comments of the page that is shown: a button in the bar, and a panel that is loaded when it is first opened.
import type { ComponentProps, FunctionComponent } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { commentWords as text } from '../../words-comments.ts'
import type { Content } from '../space/content.ts'
import { useComments } from './api.ts'
import { useNamed } from './named.ts'
import type { CommentsPanel } from './panel.tsx'
import { BUTTON, chosen, isPanelOpen, type Marked, markedOf, setPanelOpen } from './state.ts'
import { useUnread } from './unread.ts'

const loadPanel = () => import('./panel.tsx')

type PanelProps = ComponentProps<typeof CommentsPanel>

export function Beside(props: PanelProps) {
  const [Panel, setPanel] = useState<FunctionComponent<PanelProps> | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    loadPanel().then(
      (place) => isGone || setPanel(() => place.CommentsPanel),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return Panel ? <Panel {...props} /> : <aside class="comments" aria-label={text.title} />
}

interface ButtonProps {
  content: Content
  page: string
}

export function CommentsButton({ content, page }: ButtonProps) {
  const comments = useComments(content, page).value?.items
  const all = useUnread(content)
  useNamed()
  const open = (comments ?? []).filter(({ status }) => status === 'open').length
  const unread = all.filter((each) => each.page === page).length
  return (
    <button
      type="button"
      id={BUTTON}
      class="btn bare"
      aria-label={text.button(open, unread)}
      aria-expanded={isPanelOpen.value}
      onClick={() => setPanelOpen(!isPanelOpen.value)}
    >
      <Icon name="comment" />
      {open > 0 && <span class={`count${unread > 0 ? ' on' : ''}`}>{open}</span>}
    </button>
  )
}

/** The comments that the text shows. The open one comes into view. */
export function useMarked(content: Content, page: string | undefined): readonly Marked[] {
  const comments = useComments(content, page ?? null).value?.items
  const current = chosen.value
  const marked = useMemo(() => markedOf(comments ?? [], current), [comments, current])
  useEffect(() => {
    if (current === undefined) return
    // After the text has marked it.
    const frame = requestAnimationFrame(() =>
      document.querySelector(`.sheet [data-comment="${CSS.escape(current)}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [current, comments !== undefined])
  return marked
}
