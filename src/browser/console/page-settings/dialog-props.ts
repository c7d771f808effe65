import type { Content, Page } from '../space/content.ts'
import type { TreeEdits } from '../space/tree-edits.tsx'
import type { SpaceJson } from '../space/writing.ts'

export interface DialogProps {
  content: Content
  space: SpaceJson
  /** All pages of the content. */
  all: readonly Page[]
  /** Those that it is about. */
  pages: readonly Page[]
  edits: TreeEdits
  close(): void
}
