export { Audience } from './audience.tsx'
export { Sites } from './list.tsx'
export { Overview } from './overview.tsx'
export { Structure } from './structure.tsx'
