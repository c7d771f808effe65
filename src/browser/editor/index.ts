// The editor of documents.
export { writeDocument } from './document/writing.ts'
export { Editor } from './editor.tsx'
export type { ApiPart, Item, Library, LibraryFile } from './library.ts'
export type { PageTarget } from './menus/link-dialog.tsx'
export { mergeInto } from './merge.ts'
export { headingsOf } from './outline.ts'
export { type Other, showOthers } from './plugins/others.ts'
export type { Setting } from './views/drawn.ts'
