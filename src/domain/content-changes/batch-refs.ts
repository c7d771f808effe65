// Resolves batch refs that the engine does not: in markdown links and in page fields that refer to content. The engine
// resolves refs in documents and page ids itself.
import type { Change } from '../../engine/changes/change.ts'
import { collectRefs, type Refs, resolve } from '../../engine/changes/refs.ts'
import { type ContentRef as EngineRef, isContentRef } from '../../engine/content-ref.ts'
import type { Json } from '../../engine/objects.ts'
import type { ContentRef } from '../../markdown/index.ts'
import type { ContentChange } from '../../shapes/content-changes.ts'

/** Returns a resolver for links that name a ref of the batch, with or without an anchor. */
export function refResolver(changes: readonly ContentChange[]) {
  const refs = new Map(changes.flatMap(refsOf))
  return (href: string): ContentRef | undefined => {
    const [name = '', anchor] = href.split('#')
    const kind = refs.get(name)
    if (kind === 'page') return anchor === undefined ? { kind, page: name } : { kind: 'anchor', anchor, page: name }
    if (kind === 'file') return { kind, file: name }
    return kind && { kind, reusableContent: name }
  }
}

type RefKind = 'page' | 'file' | 'reusable-content'

function refsOf({ operation, ref, files = [] }: ContentChange): [string, RefKind][] {
  if (operation === 'insert_files')
    return files.flatMap((file): [string, RefKind][] =>
      typeof file === 'object' && file.ref !== undefined ? [[file.ref, 'file']] : [],
    )
  if (ref === undefined) return []
  if (operation === 'insert_page') return [[ref, 'page']]
  return operation === 'insert_reusable_content' ? [[ref, 'reusable-content']] : []
}

/** Replaces refs with ids in link targets, covers and meta links. */
export function resolveFieldRefs(changes: Change[]): Change[] {
  const refs = collectRefs(changes)
  if ('reason' in refs || refs.ids.size === 0) return changes
  return changes.map((change) => {
    if (change.operation !== 'insert_page' && change.operation !== 'update_page') return change
    const { target, cover, metaLinks } = change
    return {
      ...change,
      ...(target && { target: resolveRef(refs, target) }),
      ...(cover && { cover: resolveWithin(refs, cover) }),
      ...(metaLinks && { metaLinks: resolveWithin(refs, metaLinks) }),
    }
  })
}

function resolveWithin(refs: Refs, value: Json): Json {
  if (isContentRef(value)) return resolveRef(refs, value) as unknown as Json
  if (Array.isArray(value)) return value.map((part) => resolveWithin(refs, part))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, resolveWithin(refs, part as Json)]))
}

// A reference into another space holds an id of that space, never a ref.
function resolveRef(refs: Refs, ref: EngineRef): EngineRef {
  if ('space' in ref && ref.space !== undefined) return ref
  if (ref.kind === 'page') return { ...ref, page: resolve(refs, ref.page) }
  if (ref.kind === 'anchor' && ref.page !== undefined) return { ...ref, page: resolve(refs, ref.page) }
  return ref.kind === 'file' ? { ...ref, file: resolve(refs, ref.file) } : ref
}
