// XML as plain values: what stands in elements and attributes, whatever prefixes they have.
import { Parser, processors } from 'xml2js'

export interface Element {
  attributes: Record<string, string>
  text: string
  children: (name: string) => Element[]
  /** Itself and everything in it. */
  all: () => Element[]
}

/** The root element; throws for what is no XML. Definitions of a document's own are refused: they can make it explode. */
export async function parseXml(xml: string): Promise<{ name: string; root: Element }> {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('The XML has a DOCTYPE.')
  const parser = new Parser({ explicitRoot: true, explicitCharkey: true, tagNameProcessors: [processors.stripPrefix] })
  const [entry] = Object.entries((await parser.parseStringPromise(xml)) as Record<string, Parsed>)
  if (!entry) throw new Error('The XML is empty.')
  return { name: entry[0], root: elementOf(entry[1]) }
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
