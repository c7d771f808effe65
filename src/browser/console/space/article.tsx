// A page as its readers get it: drawn by the server with the renderer of sites.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Emoji } from '../../ui/emoji.tsx'
import { words } from '../../words.ts'
import { commentAt, markText } from '../comments/drawn-marks.ts'
import { SelectionButton } from '../comments/selection-button.tsx'
import { choose, type Marked } from '../comments/state.ts'
import type { Page } from './content.ts'

export interface Heading {
  id: string
  text: string
  level: number
}

interface Props {
  page: Page
  marked: readonly Marked[]
  mayComment: boolean
  onHeadings(headings: Heading[]): void
}

export function Article({ page, marked, mayComment, onHeadings }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const html = page.html ?? ''
  useEffect(() => {
    onHeadings(
      [...body.current!.querySelectorAll<HTMLElement>('h2[id], h3[id]')].map((heading) => ({
        id: heading.id,
        text: textOf(heading),
        level: Number(heading.tagName[1]),
      })),
    )
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [html])
  useEffect(() => markText(body.current!, marked), [html, marked])
  const clicked = (event: MouseEvent) => {
    const id = commentAt(event)
    if (id !== undefined) choose(id)
  }
  return (
    <article>
      <header class="heading">
        <h1>
          {page.emoji && <Emoji code={page.emoji} />}
          {page.title || words.untitled}
        </h1>
        {page.description && <p class="lead">{page.description}</p>}
      </header>
      {/* The server's renderer escapes every value. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys to walk through comments are those of the panel */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div ref={body} class="prose" dangerouslySetInnerHTML={{ __html: html }} onClick={clicked} />
      {mayComment && <SelectionButton body={body} />}
      {html.trim() === '' && <p class="soft">{words.space.emptyPage}</p>}
    </article>
  )
}

/** Without the link to the heading itself. */
function textOf(heading: HTMLElement): string {
  const copy = heading.cloneNode(true) as HTMLElement
  for (const link of copy.querySelectorAll('a[href^="#"]')) link.remove()
  return copy.textContent!.trim()
}

/** Follows the heading that is being read. */
export function Outline({ headings }: { headings: readonly Heading[] }) {
  const [current, setCurrent] = useState<string | undefined>(undefined)
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const first = entries.find(({ isIntersecting }) => isIntersecting)
        if (first) setCurrent(first.target.id)
      },
      { rootMargin: '0px 0px -70% 0px' },
    )
    for (const { id } of headings) {
      const element = document.getElementById(id)
      if (element) seen.observe(element)
    }
    return () => seen.disconnect()
  }, [headings])
  if (headings.length < 2) return null
  return (
    <nav class="outline" aria-label={words.space.outline}>
      <h2>{words.space.outline}</h2>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} class={`l${level}`}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
