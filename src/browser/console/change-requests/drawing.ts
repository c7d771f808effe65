// Draws blocks in the browser, with what changed in them.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { showCompared } from '../../../engine/comparison/annotate.ts'
import { compareDocuments } from '../../../engine/comparison/compare.ts'
import type { Block, Document } from '../../../engine/document.ts'
import type { BlockConflict } from '../../../engine/merge/block-conflict.ts'
import { draw } from '../../../render/html/draw.ts'
import { useReading } from '../api/store.ts'
import { createSetting } from '../space/setting.ts'
import type { Place } from './place.ts'

type Children = BlockConflict['base']

/** Returns a function that draws the second blocks with their changes from the first. */
export function useDrawing({ space, changeRequest }: Place): (before: Children, after: Children) => string {
  const content = { space: space.id, changeRequest: changeRequest.id }
  const pages = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/content/pages', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
  }).value.value?.pages
  const setting = useMemo(() => createSetting(content, pages ?? []), [changeRequest.id, pages])
  // Files and formulas arrive later.
  const [, redraw] = useState(0)
  useEffect(() => setting.onChange(() => redraw((count) => count + 1)) as () => void, [setting])
  return (before, after) => {
    const shown = compareDocuments(documentOf(before), documentOf(after)).flatMap((entry) =>
      showCompared(entry, 'both'),
    )
    return draw({ object: 'document', data: {}, nodes: shown }, setting.surroundings).text
  }
}

const documentOf = (children: Children): Document => ({
  object: 'document',
  data: {},
  nodes: children.flatMap((child): Block[] => (child.object === 'block' ? [child] : child.nodes)),
})
