// All blocks of the editor.
import { atoms } from './blocks/atoms.ts'
import { code } from './blocks/code.ts'
import { columns, condition, prompt, stepper, tabs, updates } from './blocks/containers.ts'
import { expandable, media } from './blocks/fragments.ts'
import { heading } from './blocks/heading.ts'
import { hint } from './blocks/hint.ts'
import { list } from './blocks/list.ts'
import { paragraph } from './blocks/paragraph.ts'
import { table } from './blocks/table.ts'
import type { BlockFormat } from './contract.ts'

export const formats: readonly BlockFormat[] = [
  paragraph,
  heading,
  list,
  code,
  hint,
  tabs,
  stepper,
  columns,
  table,
  expandable,
  media,
  updates,
  prompt,
  condition,
  atoms,
]
