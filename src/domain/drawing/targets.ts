// Finds what the references of a document lead to, in a fixed number of steps for each kind.
import type { ContentRef } from '../../engine/content-ref.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { PICTURE_WIDTHS, SIZED_TYPES, withWidth } from '../../files/links.ts'
import type { DrawnFile, Target } from '../../render/html/index.ts'
import { listMemberNames } from '../people/index.ts'
import { readContent } from '../revisions/index.ts'
import { addressOf, type OtherSpace, type Place } from './place.ts'

export interface Found {
  targets: Map<string, Target>
  files: Map<string, DrawnFile>
  /** Names of people may change at any time. */
  namesPeople: boolean
}

export const keyOf = (ref: ContentRef): string => JSON.stringify(ref)

export async function findTargets(place: Place, refs: readonly ContentRef[]): Promise<Found> {
  const found: Found = { targets: new Map(), files: new Map(), namesPeople: false }
  const different = new Map(refs.map((ref) => [keyOf(ref), ref]))
  const users = [...different.values()].flatMap((ref) => (ref.kind === 'user' ? [ref.user] : []))
  const names = await listMemberNames(place.db, place.space.organization_id, users)
  found.namesPeople = users.length > 0
  const others = createOthers(place)
  for (const [key, ref] of different) {
    const target = ref.kind === 'user' ? nameTarget(names[ref.user]) : await findTarget(place, ref, others)
    if (target) found.targets.set(key, target)
    if (ref.kind === 'file' && !isElsewhere(place, ref.space)) await addFile(place, ref.file, found)
  }
  return found
}

const nameTarget = (title: string | undefined): Target | undefined => (title === undefined ? undefined : { title })

const isElsewhere = (place: Place, space: string | undefined): boolean =>
  space !== undefined && space !== place.space.id

type Others = (spaceId: string) => Promise<OtherSpace | undefined>

function createOthers(place: Place): Others {
  const known = new Map<string, Promise<OtherSpace | undefined>>()
  return (id) => {
    const before = known.get(id)
    if (before) return before
    const loading = place.findOther(id)
    known.set(id, loading)
    return loading
  }
}

async function findTarget(place: Place, ref: ContentRef, others: Others): Promise<Target | undefined> {
  if (ref.kind === 'space') {
    const other = await others(ref.space)
    return other && { title: other.title, href: other.url }
  }
  if (ref.kind === 'tag') return isElsewhere(place, ref.space) ? undefined : findTag(place, ref.tag)
  if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined) return undefined
  const where = isElsewhere(place, ref.space) ? await others(ref.space!) : place
  const target = where && (await findPageTarget(place, where, ref.page))
  if (!target || ref.kind === 'page' || target.href === undefined) return target
  return { ...target, href: `${target.href}#${encodeURIComponent(ref.anchor.toWellFormed())}` }
}

async function findPageTarget(
  { db }: Place,
  where: { view: { tree: Tree }; pageUrl: Place['pageUrl'] },
  id: string,
): Promise<Target | undefined> {
  const found = await readContent(db, addressOf(where.view.tree, id))
  if (!found) return undefined
  const { page, opened } = found
  const { title, description, emoji, icon } = page
  const away = page.type === 'link' && page.target?.kind === 'url' ? page.target.url : undefined
  return { title, description, emoji, icon, href: opened ? where.pageUrl(opened.page, opened.path) : away }
}

async function findTag({ db, view }: Place, slug: string): Promise<Target | undefined> {
  const tag = await readContent(db, findRecord(view.tree, 'tag', slug))
  return tag && { title: tag.label, color: tag.color, emoji: tag.emoji, icon: tag.icon }
}

async function addFile({ db, view, fileUrl }: Place, id: string, { files }: Found): Promise<void> {
  const file = await readContent(db, findRecord(view.tree, 'file', id))
  if (!file) return
  const { name, size, contentType, dimensions } = file
  const href = fileUrl(file)
  const { width, height } = dimensions ?? {}
  files.set(id, { name, size, contentType, href, width, height, smaller: smallerOf(href, contentType, width) })
}

const smallerOf = (href: string, type: string, width = 0): DrawnFile['smaller'] =>
  SIZED_TYPES.includes(type)
    ? PICTURE_WIDTHS.filter((each) => each < width).map((each) => ({ href: withWidth(href, each), width: each }))
    : undefined

/** Returns a function that gives the address of each of these references. */
export async function resolveRefs(
  place: Place,
  refs: readonly ContentRef[],
): Promise<(ref: ContentRef) => string | undefined> {
  const { targets, files } = await findTargets(place, refs)
  return (ref) => {
    if (ref.kind === 'url') return ref.url
    if (ref.kind === 'file') return files.get(ref.file)?.href
    return targets.get(keyOf(ref))?.href
  }
}
