export {
  endRun,
  failStalledRuns,
  findRun,
  insertBegunRun,
  insertEndedRun,
  insertRun,
  listRuns,
  lockRun,
  lockUnlessCancelled,
  type NewRun,
  type Run,
  reasonOf,
  removeRunsBefore,
  startRun,
  toImportRun,
  toListedImportRun,
} from './import-runs.ts'
export { presentedSource, type RunRequest, sourceOf, toRunRequest } from './requests.ts'
export { type Watch, watchRun } from './watch.ts'
