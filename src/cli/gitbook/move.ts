// Moves an organization from one server to another through their APIs: collections, spaces with their content, change
// requests and comments, and sites. Whatever was moved before is not moved again.
import type { Api, Fields } from './client.ts'
import { type ContentPlace, moveDocuments, moveTree } from './content.ts'
import type { Move } from './contract.ts'
import { moveChangeRequests, moveComments } from './discussion.ts'
import { moveSites } from './sites.ts'
import { emptyContent, type SpaceState, type StateFile } from './state.ts'

export interface Outcome {
  written: Map<string, number>
  notes: { path: string; message: string }[]
}

interface Means {
  from: Api
  to: Api
  file: StateFile
  progress(what: string): void
}

export async function moveOrganization({ from, to, file, progress }: Means): Promise<Outcome> {
  const outcome: Outcome = { written: new Map(), notes: [] }
  const move: Move = {
    from,
    to,
    state: file.state,
    save: file.save,
    create: (path, body, what) => to.send('POST', path, body, `${file.state.name}-${what}`.slice(0, 200)),
    note: (path, message) => void outcome.notes.push({ path, message }),
    count: (what) => void outcome.written.set(what, (outcome.written.get(what) ?? 0) + 1),
  }
  await moveCollections(move)
  const spaces = await moveSpaces(move)
  const trees: { place: ContentPlace; revision: Fields }[] = []
  // All pages have to be there before documents refer to them.
  for (const [id, state] of spaces) {
    progress(`pages of ${id}`)
    const place = { source: `/spaces/${id}`, target: `/spaces/${state.id}`, space: id, state }
    trees.push({ place, revision: await moveTree(move, place) })
  }
  for (const { place, revision } of trees) {
    progress(`documents of ${place.space}`)
    await moveDocuments(move, place, revision)
    const state = move.state.spaces[place.space]!
    await moveComments(move, place, state.comments)
    await moveChangeRequests(move, place.space, state)
    await file.save()
  }
  await moveSites(move)
  await file.save()
  outcome.notes.push({ path: 'people', message: 'Members, teams and permissions are not moved: invite people here.' })
  return outcome
}

/** Collections that are inside others come after them. */
async function moveCollections(move: Move): Promise<void> {
  const { from, to, collections } = move.state
  const waiting: Fields[] = []
  for await (const each of move.from.list(`/orgs/${from}/collections?nested=true`)) waiting.push(each)
  for (let before = -1; waiting.length !== before && waiting.length > 0; ) {
    before = waiting.length
    for (const each of waiting.splice(0)) {
      const parent = each.parent === undefined ? undefined : collections[String(each.parent)]
      if (collections[String(each.id)]) continue
      if (each.parent !== undefined && !parent) {
        waiting.push(each)
        continue
      }
      const title = String(each.title ?? '').slice(0, 50)
      const made = await move.create(
        `/orgs/${to}/collections`,
        { title, ...(parent && { parent: parent.id }) },
        String(each.id),
      )
      collections[String(each.id)] = { id: String(made.id) }
      move.count('collections')
      await move.save()
    }
  }
}

async function moveSpaces(move: Move): Promise<[string, SpaceState][]> {
  const { from, to, spaces, collections } = move.state
  const found: [string, SpaceState][] = []
  for await (const space of move.from.list(`/orgs/${from}/spaces`)) {
    const id = String(space.id)
    if (space.deletedAt !== undefined) continue
    if (!spaces[id]) {
      const parent = space.parent === undefined ? undefined : collections[String(space.parent)]?.id
      const emoji = typeof space.emoji === 'string' && { emoji: space.emoji }
      const fields = { title: String(space.title ?? '').slice(0, 50), ...emoji, ...(parent && { parent }) }
      const made = await move.create(`/orgs/${to}/spaces`, fields, id)
      spaces[id] = { ...emptyContent(), id: String(made.id), changeRequests: {}, comments: {} }
      move.count('spaces')
      await move.save()
    }
    found.push([id, spaces[id]])
  }
  return found
}
