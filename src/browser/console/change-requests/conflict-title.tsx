// What a conflict is about.
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import type { ConflictJson, Place } from './place.ts'

const CONTENT = '/spaces/:spaceId/change-requests/:changeRequestId/content'

interface Props {
  place: Place
  conflict: ConflictJson
}

export function ConflictTitle({ place, conflict: { page, target, ours, theirs } }: Props) {
  const { kind, id } = target
  const path = { spaceId: place.space.id, changeRequestId: place.changeRequest.id }
  const file = useReading(`GET ${CONTENT}/files/:fileId`, kind === 'file' ? { ...path, fileId: id } : null).value
  const reusable = useReading(
    `GET ${CONTENT}/reusable-contents/:reusableContentId`,
    kind === 'reusable-content' ? { ...path, reusableContentId: id } : null,
  ).value
  if (page) return <>{page.title || words.untitled}</>
  // One side may have deleted it.
  const name = file.value?.name ?? reusable.value?.title ?? nameIn(ours) ?? nameIn(theirs) ?? id
  return (
    <>
      {words.changeRequests.conflicts.targets[kind]} {name}
    </>
  )
}

function nameIn(side: unknown): string | undefined {
  if (typeof side !== 'object' || side === null) return undefined
  const { title, name, label } = side as Record<string, unknown>
  const known = title ?? name ?? label
  return typeof known === 'string' ? known : undefined
}
