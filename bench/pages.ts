// The pages that are written and read: markdown files of the folder that BENCH_PAGES names, or pages drawn from
// distribution.json, which says how long real pages are and what they consist of. Their words are made up, and the same
// in every run: few are common and most are rare, as in any language.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import distribution from './distribution.json' with { type: 'json' }

export interface Page {
  title: string
  markdown: string
}

const VOCABULARY = 8000
const MAX_BYTES = 60_000

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Reads `most` pages of a folder, evenly spread over it. */
export function readPages(folder: string, most: number): Page[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const chosen = files.filter(
    (_, at) => Math.floor((at * most) / files.length) !== Math.floor(((at - 1) * most) / files.length),
  )
  return chosen.map((file) => {
    const markdown = readFileSync(file, 'utf8')
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .slice(0, MAX_BYTES)
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file.slice(file.lastIndexOf('/') + 1).replace(/\.mdx?$/, '')
    return { title: title.slice(0, 80), markdown }
  })
}

/** `count` pages: those of BENCH_PAGES, again from the first where there are fewer, or made up. */
export function listPages(count: number, folder = process.env.BENCH_PAGES): Page[] {
  const written = folder ? readPages(folder, count) : Array.from({ length: count }, (_, at) => makePage(at))
  return Array.from({ length: count }, (_, at) => written[at % written.length]!)
}

type Quantiles = keyof typeof distribution.quantiles

/** A page of this many bytes, or as long as real ones. */
export function makePage(seed: number, bytes?: number): Page {
  const random = randomFrom(seed + 1)
  const draw = (name: Quantiles): number => {
    const steps = distribution.quantiles[name]
    const at = random() * (steps.length - 1)
    const [low, high] = [steps[Math.floor(at)]!, steps[Math.ceil(at)]!]
    return Math.max(1, Math.round(low + (high - low) * (at % 1)))
  }
  let left = bytes ?? draw('pageBytes')
  const blocks: string[] = []
  while (left > 0) {
    const block = makeBlock(random, draw)
    // The last one is text, which can be cut anywhere.
    blocks.push(block.length < left ? block : makeText(random, left).slice(0, left))
    left -= blocks.at(-1)!.length + 2
  }
  return { title: makeTitle(random, draw('headingWords')), markdown: blocks.join('\n\n') }
}

/** The page after somebody wrote one of its paragraphs anew. */
export function editPage({ markdown }: Page, edit: number): string {
  const blocks = markdown.split('\n\n')
  blocks[edit % blocks.length] = `${makeText(randomFrom(edit), 30)}.`
  return blocks.join('\n\n')
}

function makeBlock(random: () => number, draw: (name: Quantiles) => number): string {
  const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
  const row = (columns: number) => `| ${many(columns, () => makeText(random, 4)).join(' | ')} |`
  const makers: Record<string, () => string> = {
    heading: () => `${'#'.repeat(Math.max(2, draw('headingLevel')))} ${makeTitle(random, draw('headingWords'))}`,
    paragraph: () => `${makeText(random, draw('paragraphWords'))}.`,
    list: () => many(draw('listItems'), () => `* ${makeText(random, draw('itemWords'))}`).join('\n'),
    code: () => `\`\`\`js\n${many(draw('codeLines'), () => makeCode(random)).join('\n')}\n\`\`\``,
    table: () => {
      const [columns, rows] = [draw('tableColumns'), draw('tableRows')]
      return [row(columns), `|${' --- |'.repeat(columns)}`, ...many(rows, () => row(columns))].join('\n')
    },
    image: () => `![${makeText(random, 3)}](https://example.com/${makeWord(random)}.png)`,
    blockquote: () => `> ${makeText(random, draw('paragraphWords'))}.`,
    thematicBreak: () => '***',
  }
  return makers[pick(random() * BLOCKS, distribution.blocksPerPage)!]!()
}

/** The name that `at` falls on when the weights are laid end to end. */
function pick(at: number, weights: Record<string, number>): string | undefined {
  let end = 0
  return Object.keys(weights).find((name) => {
    end += weights[name]!
    return at < end
  })
}

const BLOCKS = Object.values(distribution.blocksPerPage).reduce((sum, weight) => sum + weight, 0)

const SYLLABLES = 'ka lo mi ren sa tu vel no pi dar es fi gan hu jo bri cla sto wen qui'.split(' ')

/** The rank decides the word, and how often it comes: twice the rank, half as often. */
function makeWord(random: () => number): string {
  let left = Math.floor(VOCABULARY ** random())
  let word = ''
  for (; left > 0; left = Math.floor(left / SYLLABLES.length)) word += SYLLABLES[left % SYLLABLES.length]
  return word
}

const MARKS: Record<string, (word: string) => string> = {
  link: (word) => `[${word}](https://example.com/${word})`,
  inlineCode: (word) => `\`${word}\``,
  strong: (word) => `**${word}**`,
  emphasis: (word) => `*${word}*`,
}

function makeText(random: () => number, words: number): string {
  const mark = (word: string): string => {
    const name = pick(random() * 100, distribution.perHundredWords)
    return name ? MARKS[name]!(word) : word
  }
  return Array.from({ length: words }, () => mark(makeWord(random))).join(' ')
}

const makeTitle = (random: () => number, words: number): string =>
  capitalized(Array.from({ length: words }, () => makeWord(random)).join(' '))

const makeCode = (random: () => number): string =>
  `const ${makeWord(random)} = await ${makeWord(random)}('${makeWord(random)}', ${Math.floor(random() * 100)})`

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
