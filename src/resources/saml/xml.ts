// Parses XML into plain values, ignoring namespace prefixes.
import { Parser, processors } from 'xml2js'

export interface Element {
  attributes: Record<string, string>
  text: string
  children: (name: string) => Element[]
  /** The element and all its descendants. */
  all: () => Element[]
}

/** Returns the root element. Throws for invalid XML and for a DOCTYPE, whose entities can expand without bound. */
export async function parseXml(xml: string): Promise<{ name: string; root: Element }> {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('The XML has a DOCTYPE.')
  const parser = new Parser({ explicitRoot: true, explicitCharkey: true, tagNameProcessors: [processors.stripPrefix] })
  limitDepth(parser)
  const [entry] = Object.entries((await parser.parseStringPromise(xml)) as Record<string, Parsed>)
  if (!entry) throw new Error('The XML is empty.')
  return { name: entry[0], root: elementOf(entry[1]) }
}

/** Real messages have about ten levels. The verification recurses, so the depth must be bounded. */
const MAX_DEPTH = 64

interface Events {
  onopentag: (node: unknown) => void
  onclosetag: (name: string) => void
}

// Counts the depth while parsing, before anything recurses.
function limitDepth(parser: Parser): void {
  const { saxParser } = parser as unknown as { saxParser: Events }
  const { onopentag, onclosetag } = saxParser
  let depth = 0
  saxParser.onopentag = (node) => {
    if (++depth > MAX_DEPTH) throw new Error('The XML is nested too deeply.')
    onopentag(node)
  }
  saxParser.onclosetag = (name) => {
    depth--
    onclosetag(name)
  }
}

type Parsed = string | { $?: Record<string, string>; _?: string; [name: string]: unknown }

function elementOf(parsed: Parsed): Element {
  const { $ = {}, _ = '', ...rest } = typeof parsed === 'string' ? { _: parsed } : parsed
  const children = (name: string) => ((rest[name] ?? []) as Parsed[]).map(elementOf)
  const element: Element = {
    attributes: $,
    text: _.trim(),
    children,
    all: () => [element, ...Object.keys(rest).flatMap((name) => children(name).flatMap((child) => child.all()))],
  }
  return element
}
