// Highlights code with the grammars of shiki. Runs in a thread: loading a grammar takes up to seconds.
import type { HighlighterCore, ThemeRegistration } from 'shiki/core'
import { TOKEN_KINDS, type Token, type TokenKind } from '../render/html/contract.ts'
import { type Highlighted, toCompact } from './compact.ts'

/** Code that cannot be highlighted: it stays plain. */
export class HighlightFailure extends Error {}

/** Too much is waiting; a later request may succeed. */
export const BUSY = 'Too much code is waiting to be highlighted.'

/** The scopes of grammars that belong to each kind of token; of several that match, the most specific one counts. */
const SCOPES: Record<TokenKind, string[]> = {
  comment: ['comment', 'punctuation.definition.comment', 'string.comment'],
  keyword: [
    'keyword',
    'storage',
    'storage.type',
    'storage.modifier',
    'variable.language',
    'entity.name.tag',
    'markup.heading',
    'keyword.control',
    'constant.language.import-export-all',
    'punctuation.definition.heading',
    'meta.diff.header',
  ],
  string: [
    'string',
    'punctuation.definition.string',
    'markup.inserted',
    'markup.inline.raw',
    'markup.fenced_code',
    'meta.attribute-selector',
    'entity.other.inherited-class.string',
  ],
  number: ['constant.numeric', 'keyword.other.unit'],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'variable.function'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'storage.type.annotation',
    'storage.type.primitive',
  ],
  property: [
    'entity.other.attribute-name',
    'support.type.property-name',
    'punctuation.support.type.property-name',
    'meta.object-literal.key',
    'variable.other.property',
    'variable.other.object.property',
    'entity.name.tag.yaml',
    'support.variable.property',
    'meta.property-name',
    'markup.underline.link',
  ],
  variable: ['variable', 'meta.embedded', 'source'],
  constant: ['constant', 'constant.character.escape', 'variable.other.constant', 'support.constant', 'markup.deleted'],
  punctuation: ['punctuation', 'meta.brace', 'keyword.operator', 'delimiter'],
}

// The colours only stand for the kinds; `styles/blocks/code.css` has the real ones.
const colorOf = (at: number): string => `#0000${(at + 1).toString(16).padStart(2, '0')}`
const kinds = new Map(TOKEN_KINDS.map((kind, at) => [colorOf(at), kind]))

const THEME: ThemeRegistration = {
  name: 'kinds',
  type: 'light',
  fg: '#ffffff',
  bg: '#ffffff',
  settings: TOKEN_KINDS.map((kind, at) => ({ scope: SCOPES[kind], settings: { foreground: colorOf(at) } })),
}

/** A longer line stays plain; grammars take long for them. */
const MAX_LINE = 2000
/** Grammars stay in memory, so a thread that has loaded this many begins anew. */
const MAX_GRAMMARS = 40

let highlighter: HighlighterCore | undefined

async function open(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
  ])
  return createHighlighterCore({ themes: [THEME], langs: [], engine: createOnigurumaEngine(import('shiki/wasm')) })
}

/** Undefined if there is no grammar for the language. */
export async function highlight(code: string, syntax: string): Promise<Highlighted | undefined> {
  const { bundledLanguages } = await import('shiki/langs')
  if (!Object.hasOwn(bundledLanguages, syntax)) return undefined
  if (highlighter && highlighter.getLoadedLanguages().length > MAX_GRAMMARS) {
    highlighter.dispose()
    highlighter = undefined
  }
  highlighter ??= await open()
  await highlighter.loadLanguage(bundledLanguages[syntax as keyof typeof bundledLanguages])
  const { tokens } = highlighter.codeToTokens(code, {
    lang: syntax,
    theme: THEME.name!,
    tokenizeMaxLineLength: MAX_LINE,
    // The first line of a language takes long, so only the task as a whole has a limit.
    tokenizeTimeLimit: 0,
  })
  const lines = tokens.map((line) => line.map(({ content, color }): Token => ({ text: content, kind: kindOf(color) })))
  // Colours never change a text.
  const isSame = lines.map((line) => line.map(({ text }) => text).join('')).join('\n') === code
  return isSame ? toCompact(lines) : undefined
}

const kindOf = (color: string | undefined): TokenKind | undefined =>
  color === undefined ? undefined : kinds.get(color.toLowerCase())
