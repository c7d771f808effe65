// The tokens of the code in a document, as far as they are known.
import type { ShownOperation } from '../../computed/reference/index.ts'
import type { Document } from '../../engine/document.ts'
import { blocksIn } from '../../engine/walk.ts'
import { findHighlights } from '../../highlighting/index.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { codeOf, type Surroundings, type Token } from '../../render/html/index.ts'

/** More codes in one page stay plain. */
const MAX_CODES = 300

const nameOf = (code: string, syntax: string): string => `${syntax}\n${code}`

interface Code {
  code: string
  syntax: string | undefined
}

const codesIn = (document: Document): Code[] =>
  blocksIn(document).flatMap((block) => (block.type === 'code' ? [codeOf(block)] : []))

/** The samples and examples of an operation. */
const codesOf = ({ samples, body, responses }: ShownOperation): Code[] => [
  ...samples,
  ...[...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents.slice(0, 1))].flatMap(({ examples }) =>
    examples.map(({ text, syntax }) => ({ code: text, syntax })),
  ),
]

interface Prepared {
  highlight: Surroundings['highlight']
  /** Present if some tokens are on their way: settles when they are there. */
  arrival: Promise<void> | undefined
}

export async function prepareHighlights(document: Document, operations: readonly ShownOperation[]): Promise<Prepared> {
  const known = new Map<string, Token[][] | undefined>()
  const coming: Promise<void>[] = []
  for (const { code, syntax } of [...codesIn(document), ...operations.flatMap(codesOf)]) {
    if (syntax === undefined || known.has(nameOf(code, syntax))) continue
    if (known.size >= MAX_CODES) break
    const tokens = findHighlights(code, syntax)
    if (tokens instanceof Promise) coming.push(tokens)
    known.set(nameOf(code, syntax), tokens instanceof Promise ? undefined : tokens)
    await yieldToEventLoop()
  }
  return {
    highlight: (code, syntax) => known.get(nameOf(code, syntax)),
    arrival: coming.length === 0 ? undefined : Promise.all(coming).then(() => {}),
  }
}
