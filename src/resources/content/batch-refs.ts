// The refs of a batch where the engine does not look: in the links of markdown, and in the fields of pages that refer to
// content. In documents and as names of pages it resolves them itself.
import type { Change } from '../../engine/changes/change.ts'
import { collectRefs, type Refs, resolve } from '../../engine/changes/refs.ts'
import { type ContentRef as EngineRef, isContentRef } from '../../engine/content-ref.ts'
import type { Json } from '../../engine/objects.ts'
import type { ContentRef } from '../../markdown/index.ts'
import type { ContentChange } from './change-schemas.ts'

/** Links that are a ref of the batch; those to pages with or without an anchor. */
export function namedBy(changes: readonly ContentChange[]) {
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

/** The changes with refs replaced by ids where a link leads, and in covers. */
export function resolveFields(changes: Change[]): Change[] {
  const refs = collectRefs(changes)
  if ('reason' in refs || refs.ids.size === 0) return changes
  return changes.map((change) => {
    if (change.operation !== 'insert_page' && change.operation !== 'update_page') return change
    const { target, cover } = change
    return {
      ...change,
      ...(target && { target: resolveRef(refs, target) }),
      ...(cover && { cover: resolveCover(refs, cover) }),
    }
  })
}

const resolveCover = (refs: Refs, cover: Json): Json =>
  Object.fromEntries(
    Object.entries(cover as object).map(([field, value]) => [
      field,
      isContentRef(value) ? resolveRef(refs, value) : value,
    ]),
  )

// A reference into another space means an id there.
function resolveRef(refs: Refs, ref: EngineRef): EngineRef {
  if ('space' in ref && ref.space !== undefined) return ref
  if (ref.kind === 'page') return { ...ref, page: resolve(refs, ref.page) }
  if (ref.kind === 'anchor' && ref.page !== undefined) return { ...ref, page: resolve(refs, ref.page) }
  return ref.kind === 'file' ? { ...ref, file: resolve(refs, ref.file) } : ref
}
