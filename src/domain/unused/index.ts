export { collectUnused, GRACE, type Outcome } from './collect.ts'
export { fileMarks, liftFileMarks } from './marks.ts'
export { findLastRun, insertRun, measureUnused } from './runs.ts'
