// Finds link targets that a change may affect.
import type { Changed } from '../../engine/diff.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { ContentChanges } from '../revisions/index.ts'
import { pageTarget, targetOfRecord, targetsOfPage } from './target-keys.ts'

export interface ChangedTargets {
  /** Targets from before the change, without anchors. */
  old: string[]
  /** Pages from before the change whose anchors may differ now. */
  pages: string[]
  /** All current targets of the changed pages and records. */
  now: string[]
}

export function changedTargets(spaceId: string, { page, factsOf, ...others }: ContentChanges): ChangedTargets {
  const pages = page.filter(mayChangeAnchors)
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
      ...pages.flatMap(({ after }) => (after ? targetsOfPage(spaceId, after, factsOf(after)) : [])),
      ...targets('after'),
    ],
  }
}

const mayChangeAnchors = ({ before, after }: Changed<Page>): boolean =>
  before?.document !== after?.document || before?.type !== after?.type
