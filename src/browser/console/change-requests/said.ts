// What is not text, said in a few words.
import { html } from '../../../render/html/template.ts'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import type { Page } from '../space/content.ts'
import type { ConflictJson, Place } from './place.ts'

const text = words.changeRequests.conflicts

/** Returns a function that says a side of the conflict as HTML; empty where it is gone. */
export function useSaid({ space, changeRequest }: Place, { kind }: ConflictJson): (side: unknown) => string {
  const pages = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/content/pages', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
  }).value.value?.pages
  return (side) => {
    if (side === undefined || side === null) return ''
    const words = kind === 'moved' || kind === 'cycle' ? placeIn(side, pages ?? []) : valueIn(side)
    return html`<p>${words}</p>`.text
  }
}

function placeIn(side: unknown, pages: readonly Page[]): string {
  const { parent } = side as { parent?: string }
  const found = parent === undefined ? undefined : find(pages, parent)
  return parent === undefined ? text.atTop : text.inside(found?.title ?? words.untitled)
}

const find = (pages: readonly Page[], id: string): Page | undefined => {
  for (const page of pages) {
    const found = page.id === id ? page : find(page.pages ?? [], id)
    if (found) return found
  }
  return undefined
}

function valueIn(side: unknown): string {
  if (typeof side !== 'object') return String(side)
  const { title, name, label } = side as Record<string, unknown>
  const known = title ?? name ?? label
  return typeof known === 'string' ? known : JSON.stringify(side)
}
