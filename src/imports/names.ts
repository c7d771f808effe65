// The names of import sources.
export const SOURCE_NAMES = [
  'website',
  'html',
  'markdown',
  'docx',
  'zip',
  'confluence',
  'notion',
  'github-wiki',
  'google-docs',
] as const

export type SourceName = (typeof SOURCE_NAMES)[number]
