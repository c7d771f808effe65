export { ReusableContents } from './list.tsx'
export { ReusableContent } from './reusable-content.tsx'
