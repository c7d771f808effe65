// What can be referred to in the content of a space, as far as it may have changed.
import type { Changed } from '../../engine/diff.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Changes } from '../content/indexed-changes.ts'
import { pageTarget, targetOfRecord, targetsOfPage } from './targets.ts'

export interface ChangedTargets {
  /** Those that were there before, without anchors. */
  old: string[]
  /** The pages that were there before, and whose anchors may be others now. */
  pages: string[]
  /** All of those pages and records that are there now. */
  now: string[]
}

export function changedTargets(spaceId: string, { page, documentOf, ...others }: Changes): ChangedTargets {
  const pages = page.filter(hasOtherAnchors)
  const old = pages.filter(({ before }) => before).map(({ id }) => id)
  const records = [
    ...others.file.map(({ id, ...side }) => ({ kind: 'file' as const, id, ...side })),
    ...others.reusableContent.map(({ id, ...side }) => ({ kind: 'reusable-content' as const, id, ...side })),
    ...others.tag.map(({ id, ...side }) => ({ kind: 'tag' as const, id, ...side })),
  ].filter(({ before, after }) => !before !== !after)
  const targets = (side: 'before' | 'after') =>
    records.filter((record) => record[side]).map(({ kind, id }) => targetOfRecord(kind, spaceId, id))
  return {
    old: [...old.map((id) => pageTarget(spaceId, id)), ...targets('before')],
    pages: old,
    now: [
      ...pages.flatMap(({ after }) => (after ? targetsOfPage(spaceId, after, documentOf(after)) : [])),
      ...targets('after'),
    ],
  }
}

const hasOtherAnchors = ({ before, after }: Changed<Page>): boolean =>
  before?.document !== after?.document || before?.type !== after?.type
