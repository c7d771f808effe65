// Parses markdown: small texts inline, large ones in a thread. Link resolvers cannot run in the thread, so a large text
// is parsed once to collect its links, and again if some of them resolve to something other than the default.
import { isEqual } from '../../../engine/objects.ts'
import { MAX_CHARACTERS, TOO_LONG } from '../../../engine/size.ts'
import { sha256 } from '../../../lib/hash.ts'
import { type ContentRef, type ParsedMarkdown, type ParseOptions, parseMarkdown } from '../../../markdown/index.ts'
import { defaultInclude, defaultResolve } from '../../../markdown/options.ts'
import { requireResult } from './results.ts'
import { type LinkRefs, type ParseTask, type ParseTaskResult, refuseLarge, TooLarge } from './tasks.ts'
import { threads } from './threads.ts'

/** Longer texts are parsed in a thread. */
const MAX_INLINE_CHARACTERS = 16 * 1024

/** Bytes that a parsed document takes for a character of its text. */
const MEMORY_PER_CHARACTER = 10

const NO_REFS: LinkRefs = { links: new Map(), files: new Map(), includes: new Map() }

/** As `parseMarkdown`, outside transactions. Throws TooLarge. */
export async function parseMarkdownAsync(text: string, options: ParseOptions): Promise<ParsedMarkdown> {
  const parsing = parseSteps(text, options)
  let step = parsing.next()
  while (!step.done) step = parsing.next(await threads.run('parse', step.value))
  return step.value
}

/** As `parseMarkdown`, inside a transaction. Throws AsyncWorkNeeded if a thread has to parse the text first. */
export function parseInTransaction(text: string, options: ParseOptions): ParsedMarkdown {
  const parsing = parseSteps(text, options)
  let step = parsing.next()
  while (!step.done) step = parsing.next(resultOf(step.value))
  return step.value
}

function* parseSteps(text: string, options: ParseOptions): Generator<ParseTask, ParsedMarkdown, ParseTaskResult> {
  if (text.length <= MAX_INLINE_CHARACTERS) return bounded(parseMarkdown(text, options))
  if (text.length > MAX_CHARACTERS) throw new TooLarge(TOO_LONG)
  const { title = true, fences = [] } = options
  const first = yield { text, title, fences, refs: NO_REFS }
  const refs = refsIn(first.found, options)
  const isSame = Object.values(refs).every(({ size }) => size === 0)
  return isSame ? first.parsed : (yield { text, title, fences, refs }).parsed
}

function bounded(parsed: ParsedMarkdown): ParsedMarkdown {
  refuseLarge(parsed.document)
  return parsed
}

/** The links that do not resolve to the default. */
function refsIn(found: ParseTaskResult['found'], options: ParseOptions): LinkRefs {
  const { resolveLink = defaultResolve, resolveInclude = defaultInclude } = options
  const resolveFile = options.resolveFile ?? resolveLink
  return {
    links: nonDefault(found.links, resolveLink, defaultResolve),
    files: nonDefault(found.files, resolveFile, defaultResolve),
    includes: nonDefault(found.includes, resolveInclude, defaultInclude),
  }
}

function nonDefault(hrefs: string[], resolve: (href: string) => ContentRef, byDefault: (href: string) => ContentRef) {
  const found = new Map<string, ContentRef>()
  for (const href of hrefs) {
    const ref = resolve(href)
    if (!isEqual(ref, byDefault(href))) found.set(href, ref)
  }
  return found
}

const resultOf = (order: ParseTask): ParseTaskResult =>
  requireResult(nameOf(order), order.text.length * MEMORY_PER_CHARACTER, () => threads.run('parse', order))

const nameOf = ({ text, title, fences, refs: { links, files, includes } }: ParseTask): string =>
  sha256(JSON.stringify([title, fences, [...links], [...files], [...includes], text]))
