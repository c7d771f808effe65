// The places where the server itself is managed, loaded together.
export { Backups } from './backups.tsx'
export { Jobs } from './jobs.tsx'
export { Licenses } from './licenses.tsx'
export { Log } from './log.tsx'
export { Organizations } from './organizations.tsx'
export { Overview } from './overview.tsx'
export { People } from './people.tsx'
export { Settings } from './settings.tsx'
