export { Sites } from './list.tsx'
export { Overview } from './overview.tsx'
