// The comments beside a page.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { commentWords as text } from '../../words-comments.ts'
import type { Content, Page } from '../space/content.ts'
import { createSetting } from '../space/setting.ts'
import type { SpaceJson } from '../space/writing.ts'
import { postComment } from './api.ts'
import { Composer } from './composer.tsx'
import type { Scene } from './scene.ts'
import { about, BUTTON, choose, coversPage, setPanelOpen, written } from './state.ts'
import { Threads } from './threads.tsx'

interface Props {
  content: Content
  space: SpaceJson
  user: string
  page: string
  pages: readonly Page[]
}

const SCOPES = ['page', 'all'] as const

export function CommentsPanel({ content, space, user, page, pages }: Props) {
  const { path, query } = useLocation()
  // The address of a comment that is on no page names no page.
  const [scope, setScope] = useState<(typeof SCOPES)[number]>(
    query.comment && !path.includes('/pages/') ? 'all' : 'page',
  )
  const setting = useMemo(() => createSetting(content, pages), [])
  useEffect(() => setting.setPages(content, pages), [content, pages])
  const before = useRef(page)
  useEffect(() => {
    if (before.current !== page) about.value = undefined
    before.current = page
  }, [page])
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (coversPage() && !element.current!.contains(document.activeElement)) element.current!.focus()
  }, [])
  const close = () => {
    setPanelOpen(false)
    document.getElementById(BUTTON)?.focus()
  }
  const listed = scope === 'page' ? page : undefined
  const scene: Scene = { content, space, user, setting, page }
  return (
    <aside
      ref={element}
      class="comments"
      aria-label={text.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && coversPage() && close()}
    >
      <header class="row">
        <h2>{text.title}</h2>
        <fieldset class="seg end">
          <legend class="sr">{text.scope}</legend>
          {SCOPES.map((each) => (
            <button key={each} type="button" aria-pressed={each === scope} onClick={() => setScope(each)}>
              {text.scopes[each]}
            </button>
          ))}
        </fieldset>
        <button type="button" class="btn bare icon s" aria-label={text.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it */}
      <section class="scroll" tabIndex={0} aria-label={text.list}>
        {space.permissions.comment && <NewComment content={content} space={space} page={page} />}
        <Threads scene={scene} page={listed} />
      </section>
    </aside>
  )
}

/** About words, a block, or the page. */
function NewComment({ content, space, page }: Pick<Props, 'content' | 'space' | 'page'>) {
  const on = about.value
  const label = on?.range?.quote ? text.writeOn(on.range.quote) : on ? text.writeOnBlock : text.write
  const post = async (markdown: string) => {
    const { id } = await postComment((await written.save?.()) ?? content, { body: { markdown }, page, ...on })
    about.value = undefined
    choose(id)
    say(text.sent)
  }
  return (
    <section class="new-comment">
      {on && (
        <p class="subject small">
          <span class="quoted">{on.range?.quote ?? text.onBlock}</span>
          <button
            type="button"
            class="btn bare icon s"
            aria-label={text.aboutPage}
            onClick={() => {
              about.value = undefined
            }}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
      <Composer
        key={on ? `${on.node} ${on.range?.start}` : ''}
        space={space}
        label={label}
        hint={text.hint}
        button={text.send}
        takesFocus={on !== undefined}
        send={post}
      />
    </section>
  )
}
