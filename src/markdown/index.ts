// Markdown ⇄ document: the two faces of one page.

export type { FrontMatter } from './front-matter.ts'
export type { ContentRef, ParseOptions, SerializeOptions } from './options.ts'
export { documentFrom, type ParsedMarkdown, parseMarkdown } from './parse.ts'
export { serializeMarkdown } from './serialize.ts'
export { plainCommonMark } from './syntax/plain-tree.ts'
export { type TagNode, tagNode } from './syntax/tag.ts'
