// Three-way merge of sequences of distinct names. Names in place on both sides form a skeleton; names that a side
// inserted or moved go into the gap of the skeleton where that side has them. Two runs in one gap are both kept.

import { longestCommonSubsequence } from './subsequences.ts'

export interface ThreeWay<T> {
  base: T
  ours: T
  theirs: T
}

type Names = readonly string[]

export interface MergedSequence {
  order: string[]
  /** Gaps where both sides replaced the same names differently; `order` has ours. */
  replaced: ThreeWay<Names>[]
  /** Names that the sides moved to different positions; `order` has ours. */
  moved: string[]
}

/**
 * Merges three sequences without repeated names. A name that one side removed is removed, unless ours still has it and
 * `survives`. Without conflicts, swapping ours and theirs gives the same order.
 */
export function mergeSequences(
  sides: ThreeWay<Names>,
  survives: (name: string) => boolean = () => false,
): MergedSequence {
  const inPlace = {
    ours: new Set(longestCommonSubsequence(sides.base, sides.ours)),
    theirs: new Set(longestCommonSubsequence(sides.base, sides.theirs)),
  }
  const skeleton = sides.base.filter((name) => inPlace.ours.has(name) && inPlace.theirs.has(name))
  const gaps = {
    base: split(sides.base, skeleton),
    ours: split(sides.ours, skeleton),
    theirs: split(sides.theirs, skeleton),
  }
  const owners = findOwners(sides, inPlace, survives)
  const known = new Set(sides.base)
  const merged: MergedSequence = { order: [], replaced: [], moved: settleMovedApart(owners, gaps) }
  for (const [index, base] of gaps.base.entries()) {
    const ours = gaps.ours[index]!.filter((name) => IN_OURS.includes(owners.get(name)!))
    const theirs = gaps.theirs[index]!.filter((name) => IN_THEIRS.includes(owners.get(name)!))
    mergeGap(merged, { base, ours, theirs }, owners, known)
    if (index < skeleton.length) merged.order.push(skeleton[index]!)
  }
  return merged
}

// The side that decides where a name outside the skeleton goes: the one that moved or inserted it, or both, which agree
// on the gap or are `apart`. `none`: one side removed it; `lost`: both did.
type Owner = 'ours' | 'theirs' | 'both' | 'apart' | 'none' | 'lost'

const IN_OURS: readonly Owner[] = ['ours', 'both', 'apart']
const IN_THEIRS: readonly Owner[] = ['theirs', 'both']

function findOwners(
  sides: ThreeWay<Names>,
  inPlace: { ours: ReadonlySet<string>; theirs: ReadonlySet<string> },
  survives: (name: string) => boolean,
): Map<string, Owner> {
  const owners = new Map<string, Owner>(sides.base.map((name) => [name, 'lost']))
  const theirs = new Set(sides.theirs)
  const ours = new Set(sides.ours)
  for (const name of sides.ours) {
    if (!theirs.has(name)) owners.set(name, !owners.has(name) || survives(name) ? 'ours' : 'none')
    else if (inPlace.ours.has(name)) owners.set(name, 'theirs')
    else owners.set(name, inPlace.theirs.has(name) ? 'ours' : 'both')
  }
  for (const name of sides.theirs) if (!ours.has(name)) owners.set(name, owners.has(name) ? 'none' : 'theirs')
  return owners
}

function settleMovedApart(owners: Map<string, Owner>, gaps: ThreeWay<readonly Names[]>): string[] {
  const gapOf = new Map(gaps.theirs.flatMap((run, gap) => run.map((name) => [name, gap] as const)))
  const apart = gaps.ours.flatMap((run, gap) =>
    run.filter((name) => owners.get(name) === 'both' && gapOf.get(name) !== gap),
  )
  for (const name of apart) owners.set(name, 'apart')
  return apart
}

function mergeGap(
  merged: MergedSequence,
  runs: ThreeWay<Names>,
  owners: ReadonlyMap<string, Owner>,
  known: ReadonlySet<string>,
): void {
  const shared = (name: string) => owners.get(name) === 'both'
  const anchors = longestCommonSubsequence(runs.ours.filter(shared), runs.theirs.filter(shared))
  const anchored = new Set(anchors)
  merged.moved.push(...runs.ours.filter((name) => shared(name) && !anchored.has(name)))
  // Both sides replaced the same names here: theirs are recorded and left out.
  const isNew = (name: string) => !known.has(name) && (owners.get(name) === 'ours' || owners.get(name) === 'theirs')
  const replaced = {
    base: runs.base.filter((name) => owners.get(name) === 'lost'),
    ours: runs.ours.filter(isNew),
    theirs: runs.theirs.filter(isNew),
  }
  const isReplaced = replaced.base.length > 0 && replaced.ours.length > 0 && replaced.theirs.length > 0
  if (isReplaced) merged.replaced.push(replaced)
  const added = runs.theirs.filter((name) => (shared(name) ? anchored.has(name) : !(isReplaced && isNew(name))))
  const segments = split(added, anchors)
  for (const [index, kept] of split(runs.ours, anchors).entries()) {
    merged.order.push(...inFixedOrder(kept, segments[index]!))
    if (index < anchors.length) merged.order.push(anchors[index]!)
  }
}

// The order of two runs must not depend on the side.
function inFixedOrder(a: Names, b: Names): Names {
  if (a.length === 0 || b.length === 0) return [...a, ...b]
  return a[0]! < b[0]! ? [...a, ...b] : [...b, ...a]
}

// Splits the names into the runs between those of the skeleton.
function split(names: Names, skeleton: Names): string[][] {
  const runs: string[][] = [[]]
  for (const name of names) {
    if (name === skeleton[runs.length - 1]) runs.push([])
    else runs.at(-1)!.push(name)
  }
  return runs
}
