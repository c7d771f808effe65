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

/** `patience`: for how many milliseconds tokens on their way are waited for. */
export async function prepareHighlights(
  document: Document,
  operations: readonly ShownOperation[],
  patience = 0,
): Promise<Prepared> {
  const codes = [...codesIn(document), ...operations.flatMap(codesOf)]
  const first = await findAll(codes)
  const isWaiting = patience > 0 && first.arrival !== undefined
  if (isWaiting) await within(patience, first.arrival!)
  const { tokens, arrival } = isWaiting ? await findAll(codes) : first
  return { highlight: (code, syntax) => tokens.get(nameOf(code, syntax)), arrival }
}

async function findAll(codes: readonly Code[]) {
  const tokens = new Map<string, Token[][] | undefined>()
  const coming: Promise<void>[] = []
  for (const { code, syntax } of codes) {
    if (syntax === undefined || tokens.has(nameOf(code, syntax))) continue
    if (tokens.size >= MAX_CODES) break
    const found = findHighlights(code, syntax)
    if (found instanceof Promise) coming.push(found)
    tokens.set(nameOf(code, syntax), found instanceof Promise ? undefined : found)
    await yieldToEventLoop()
  }
  return { tokens, arrival: coming.length === 0 ? undefined : Promise.all(coming).then(() => {}) }
}

/** Settles with the promise, or before it when that takes longer. */
async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<void>((settle) => {
    timer = setTimeout(settle, milliseconds)
  })
  await Promise.race([promise, end])
  clearTimeout(timer)
}
