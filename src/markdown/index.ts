// Converts between Markdown and documents.

export { TooDeep } from './depth.ts'
export type { FrontMatter } from './front-matter.ts'
export type { ContentRef, Fence, ParseOptions, SerializeOptions } from './options.ts'
export { documentFrom, type ParsedMarkdown, parseMarkdown } from './parse.ts'
export { serializeMarkdown } from './serialize.ts'
export { commonMark } from './syntax/dialect.ts'
export { type TagNode, tagNode } from './syntax/tag.ts'
