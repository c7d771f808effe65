// The changes between two revisions: what changed in a list, and one of them as readers would see it.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { useKept } from '../api/store.ts'
import { CommentsButton, useMarked } from '../comments/beside.tsx'
import { isPanelOpen } from '../comments/state.ts'
import { useShortcuts } from '../keys.ts'
import { Read } from '../reading.tsx'
import type { Content } from '../space/content.ts'
import { ChangedList } from './changed-list.tsx'
import { ItemChanges } from './item-changes.tsx'
import { type Changes as All, type Changed, type Compared, useChanges } from './semantic.ts'
import { type Marking, useViewed } from './viewed.ts'

const text = words.changes

/** The content that comments are about. */
export interface Talk {
  content: Content
  mayComment: boolean
}

interface Props {
  of: Compared
  /** The address of the changes; that of one of them is below it. */
  at: string
  /** The page that the address names. */
  pageId?: string | undefined
  /** How both versions are called. */
  labels: [string, string]
  /** Where what was viewed is marked. */
  marking?: Marking | undefined
  /** What people say about; absent where nobody comments. */
  talk?: Talk | undefined
  /** Beside the changes of a page, or of something else. */
  children?(page: string | undefined): ComponentChildren
}

export function Changes({ of, pageId, children, ...props }: Props) {
  const { query } = useLocation()
  // When somebody edits it, what is read stays until the newer version is there.
  const changes = useKept(useChanges(of))
  const current = changes.value && currentIn(changes.value, pageId, query)
  const beside = children?.(pageIn(current))
  return (
    <div class={props.talk && isPanelOpen.value && pageIn(current) ? 'review talking' : 'review'}>
      <Read of={changes}>{(value) => <Compare of={of} changes={value} current={current} {...props} />}</Read>
      {beside}
    </div>
  )
}

/** The page that is there to comment on. */
const pageIn = (current: Changed | undefined): string | undefined =>
  current?.kind === 'page' && !current.marks.includes('deleted') ? current.id : undefined

type CompareProps = Omit<Props, 'pageId' | 'children'> & { changes: All; current: Changed | undefined }

function Compare({ of, changes, current, at, labels, marking, talk }: CompareProps) {
  const { route } = useLocation()
  const [view, setView] = useState<'inline' | 'sides'>('inline')
  const main = useRef<HTMLElement>(null)
  const { items } = changes
  const viewed = useViewed(marking)
  const page = talk && pageIn(current)
  const marked = useMarked(talk?.content ?? { space: of.space }, page)
  const hrefOf = ({ kind, id }: Changed) => (kind === 'page' ? `${at}/pages/${id}` : `${at}?${kind}=${id}`)
  const step = (by: 1 | -1) => {
    if (stepThrough(main.current, by)) return
    const next = items[items.indexOf(current!) + by]
    if (next) route(hrefOf(next))
  }
  // The keys outlive a render.
  const latest = useRef(step)
  latest.current = step
  useShortcuts([
    { keys: 'j', label: text.next, run: () => latest.current(1) },
    { keys: 'k', label: text.previous, run: () => latest.current(-1) },
  ])
  return (
    <>
      <ChangedList changes={changes} current={current} hrefOf={hrefOf} viewed={viewed} />
      <main class="scroll sheet" id="main" tabIndex={-1} aria-label={current?.title ?? text.title} ref={main}>
        {current ? (
          <>
            <div class="toolbar">
              <b class="clip">{current.title || words.untitled}</b>
              <span class="end" />
              {page && <CommentsButton content={talk!.content} page={page} />}
              <fieldset class="seg">
                <legend class="sr">{text.view}</legend>
                {(['inline', 'sides'] as const).map((each) => (
                  <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
                    <Icon name={each === 'inline' ? 'text' : 'columns'} />
                    {text.views[each]}
                  </button>
                ))}
              </fieldset>
              {viewed && (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={viewed.has(current)}
                    onChange={({ currentTarget }) => viewed.set(current, currentTarget.checked)}
                  />
                  {text.viewed}
                </label>
              )}
            </div>
            <ItemChanges
              key={`${current.kind} ${current.id} ${view}`}
              of={of}
              item={current}
              view={view}
              labels={labels}
              {...(page && { comments: { marked, mayAdd: talk!.mayComment } })}
            />
          </>
        ) : (
          <p class="none pad">{text.none}</p>
        )}
      </main>
    </>
  )
}

/** What the address names, or the first that changed. */
export const currentIn = (
  { items }: All,
  pageId: string | undefined,
  query: Readonly<Record<string, string>>,
): Changed | undefined =>
  items.find(({ kind, id }) => (kind === 'page' ? id === pageId : !pageId && query[kind] === id)) ?? items[0]

/** Goes to the next change on the page. False if there is none. */
function stepThrough(main: HTMLElement | null, by: 1 | -1): boolean {
  const all = [...(main?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (by === 1 ? all[0] : undefined) : all[at + by]
  if (!next) return false
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center' })
  return true
}
