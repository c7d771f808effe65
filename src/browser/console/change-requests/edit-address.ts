// Where a change request is written: at what Changes shows of it.
import { useLocation } from 'preact-iso'
import { useKept } from '../api/store.ts'
import { currentIn } from '../changes/changes.tsx'
import { type Changed, useChanges } from '../changes/semantic.ts'
import { addressOf, type Content, reusablesAt } from '../space/content.ts'
import { comparedOf, type Place, type Tab } from './place.ts'

/** `pageId` is the page that the address of Changes names. */
export function useEditAddress({ space, changeRequest }: Place, tab: Tab, pageId: string | undefined): string {
  const { query } = useLocation()
  const changes = useKept(useChanges(tab === 'changes' ? comparedOf(changeRequest) : undefined))
  const shown = changes.value && currentIn(changes.value, pageId, query)
  return editAddressOf({ space: space.id, changeRequest: changeRequest.id }, shown)
}

/** The draft as a whole, for what is not written in the editor, or no longer there. */
function editAddressOf(content: Content, shown: Changed | undefined): string {
  if (!shown || shown.marks.includes('deleted')) return addressOf(content)
  if (shown.kind === 'reusable-content') return reusablesAt(content, shown.id)
  return addressOf(content, shown.kind === 'page' ? shown.id : undefined)
}
