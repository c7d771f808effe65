// Change requests that are not merged yet, and comments.
import type { Fields } from './client.ts'
import { type ContentPlace, moveDocuments, moveTree } from './content.ts'
import type { Move } from './contract.ts'
import type { ContentState, Moved, SpaceState } from './state.ts'

export async function moveChangeRequests(move: Move, space: string, state: SpaceState): Promise<void> {
  for (const status of ['draft', 'open'])
    for await (const request of move.from.list(`/spaces/${space}/change-requests?status=${status}`)) {
      const id = String(request.id)
      const known = state.changeRequests[id] ?? (await openChangeRequest(move, state, request))
      state.changeRequests[id] = known
      await move.save()
      const path = `/spaces/${space}/change-requests/${id}`
      const place: ContentPlace = {
        source: path,
        target: `/spaces/${state.id}/change-requests/${known.id}`,
        space,
        state: known.content,
      }
      await moveDocuments(move, place, await moveTree(move, place))
      await moveComments(move, place, known.comments)
      if (status === 'open' && known.hash !== 'open') {
        await move.to.send('PATCH', place.target, { status: 'open' })
        known.hash = 'open'
        await move.save()
      }
    }
}

async function openChangeRequest(
  move: Move,
  state: SpaceState,
  { id, subject, description, createdBy }: Fields,
): Promise<SpaceState['changeRequests'][string]> {
  const by = (createdBy as Fields | undefined)?.displayName
  const about = [description, by && `By ${by}.`].filter(Boolean).join('\n\n')
  const fields = { subject: String(subject ?? '').slice(0, 100), ...(about && { description: about.slice(0, 5000) }) }
  const made = await move.create(`/spaces/${state.id}/change-requests`, fields, String(id))
  move.count('change requests')
  // It begins with what main has.
  const content: ContentState = structuredClone({ pages: state.pages, files: state.files, reusables: state.reusables })
  return { id: String(made.id), content, comments: {} }
}

export async function moveComments(move: Move, place: ContentPlace, known: Record<string, Moved>): Promise<void> {
  for (const status of ['open', 'resolved'])
    for await (const comment of move.from.list(`${place.source}/comments?status=${status}&format=markdown`)) {
      const id = String(comment.id)
      const moved = known[id] ?? (await addComment(move, place, comment))
      if (!moved) continue
      known[id] = moved
      await move.save()
      if (Number(comment.replies ?? 0) > 0) await moveReplies(move, place, id, moved, known)
      if (status === 'resolved' && moved.hash !== 'resolved') {
        await move.to.send('PUT', `${place.target}/comments/${moved.id}`, { resolved: true })
        moved.hash = 'resolved'
        await move.save()
      }
    }
}

async function addComment(move: Move, place: ContentPlace, comment: Fields): Promise<Moved | undefined> {
  const target = comment.target as { page?: Fields; node?: Fields } | undefined
  const page = target?.page && place.state.pages[String(target.page.id)]?.id
  const range = target?.node?.range
  const about = page ? { page, ...(target?.node && { node: target.node.id, ...(range ? { range } : {}) }) } : {}
  const post = (fields: Fields, how: string) =>
    move.create(`${place.target}/comments`, { body: bodyOf(comment), ...fields }, `${comment.id}-${how}`)
  try {
    // The block may not be there any more.
    const made = await post(about, 'there').catch(() => post(page ? { page } : {}, 'page'))
    move.count('comments')
    return { id: String(made.id) }
  } catch (error) {
    move.note('comment', (error as Error).message)
    return undefined
  }
}

async function moveReplies(
  move: Move,
  place: ContentPlace,
  id: string,
  { id: own }: Moved,
  known: Record<string, Moved>,
): Promise<void> {
  const replies: Fields[] = []
  for await (const reply of move.from.list(`${place.source}/comments/${id}/replies?format=markdown`))
    replies.push(reply)
  for (const reply of replies.sort((a, b) => (String(a.postedAt) < String(b.postedAt) ? -1 : 1))) {
    if (known[String(reply.id)]) continue
    const made = await move.create(`${place.target}/comments/${own}/replies`, { body: bodyOf(reply) }, String(reply.id))
    known[String(reply.id)] = { id: String(made.id) }
    move.count('comments')
    await move.save()
  }
}

/** Comments are posted by whoever moves, so they say who wrote them, and when. */
function bodyOf({ body, postedBy, postedAt }: Fields): { markdown: string } {
  const who = String((postedBy as Fields | undefined)?.displayName ?? 'Somebody')
  const text = String((body as Fields | undefined)?.markdown ?? '')
  return { markdown: `**${who}**, ${String(postedAt ?? '').slice(0, 10)}:\n\n${text}` }
}
