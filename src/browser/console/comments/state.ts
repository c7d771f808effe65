// What the panel, the text and the editor share: which conversation is open, and what a new comment is about.
import { signal } from '@preact/signals'
import type { Content } from '../space/content.ts'
import type { CommentJson, NewComment } from './api.ts'

/** Part of a page: a block, or words of it. */
export type About = Pick<NewComment, 'node' | 'range'>

const KEY = 'lectern.comments'

/** The button that opens the panel. */
export const BUTTON = 'comments-button'

/** On small screens, the panel covers the page. */
export const coversPage = (): boolean => matchMedia('(max-width: 56rem)').matches

export const isPanelOpen = signal(localStorage.getItem(KEY) === 'open' && !coversPage())

export function setPanelOpen(isOpen: boolean): void {
  isPanelOpen.value = isOpen
  localStorage.setItem(KEY, isOpen ? 'open' : 'closed')
}

/** Where the panel takes the place of something else, it is closed at first. Returns what puts it back as it was. */
export function closeForNow(): () => void {
  const wasOpen = isPanelOpen.peek()
  isPanelOpen.value = false
  return () => setPanelOpen(wasOpen)
}

/** The conversation that is open. */
export const chosen = signal<string | undefined>(undefined)

/** What the next comment is about; undefined for the page. */
export const about = signal<About | undefined>(undefined)

export function choose(comment: string): void {
  chosen.value = comment
  setPanelOpen(true)
}

export function beginComment(on: About): void {
  about.value = on
  chosen.value = undefined
  setPanelOpen(true)
}

/** Saves what is written now, so that a comment finds the block it is about. Returns where that is. */
export const written: { save: (() => Promise<Content>) | undefined } = { save: undefined }

/** A comment that the text shows. */
export interface Marked {
  id: string
  node: string
  range?: { start: number; end: number; quote: string }
  isChosen: boolean
}

/** Open comments on blocks and words that are there. */
export const markedOf = (comments: readonly CommentJson[], current: string | undefined): Marked[] =>
  comments.flatMap(({ id, status, target: { node, page } }) => {
    const isShown = node && !page?.outdated && (status === 'open' || id === current)
    return isShown ? [{ id, node: node.id, ...(node.range && { range: node.range }), isChosen: id === current }] : []
  })
