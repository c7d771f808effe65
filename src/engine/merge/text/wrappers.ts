// Finds out which links and annotations of a side are which of the base, so that one side can change the target of a
// link while the other rewords it.

import { canonical } from '../../objects.ts'
import type { Token, Wrapper } from './tokens.ts'

export type Wrappers = Map<string, Wrapper>

/** Names the wrappers of the base by their order. */
export function nameBase(tokens: readonly Token[]): Wrappers {
  const found: Wrappers = new Map()
  for (const wrapper of wrappersOf(tokens)) {
    wrapper.id = `${found.size}`
    found.set(wrapper.id, wrapper)
  }
  return found
}

/**
 * Names the wrappers of a side: as the one of the base with the same key, around the same words, or with the same data;
 * new ones by their content. `pairs` are the places of tokens that the side kept.
 */
export function nameSide(
  known: Wrappers,
  base: readonly Token[],
  side: readonly Token[],
  pairs: Iterable<readonly [number, number]>,
): Wrappers {
  const found: Wrappers = new Map()
  const match = (wrapper: Wrapper, like: Wrapper | undefined) => {
    if (!like || wrapper.id !== '' || found.has(like.id)) return
    wrapper.id = like.id
    found.set(like.id, wrapper)
  }
  const own = wrappersOf(side)
  for (const wrapper of own) match(wrapper, findLike(known.values(), wrapper, hasKeyOf))
  for (const [at, to] of pairs) {
    for (const wrapper of side[to]!.path) match(wrapper, findLike(base[at]!.path, wrapper, couldBe, found))
  }
  for (const wrapper of own) match(wrapper, findLike(known.values(), wrapper, hasDataOf, found))
  for (const wrapper of own) {
    if (wrapper.id === '') wrapper.id = `new ${canonical(wrapper.shell)}`
    if (!found.has(wrapper.id)) found.set(wrapper.id, wrapper)
  }
  return found
}

type Compare = (a: Wrapper, b: Wrapper) => boolean

const hasKeyOf: Compare = ({ shell: a }, { shell: b }) => a.key !== undefined && a.key === b.key && a.type === b.type
const couldBe: Compare = ({ shell: a }, { shell: b }) =>
  a.type === b.type && (a.key === undefined || b.key === undefined)
const hasDataOf: Compare = (a, b) => couldBe(a, b) && canonical(a.shell) === canonical(b.shell)

function findLike(
  among: Iterable<Wrapper>,
  wrapper: Wrapper,
  like: Compare,
  taken?: ReadonlyMap<string, unknown>,
): Wrapper | undefined {
  if (wrapper.id !== '') return undefined
  for (const each of among) if (!taken?.has(each.id) && like(each, wrapper)) return each
  return undefined
}

function wrappersOf(tokens: readonly Token[]): Set<Wrapper> {
  return new Set(tokens.flatMap(({ path }) => path))
}
