// What somebody writes in a comment is shown to others: no address in it runs anything, and as markdown it holds no HTML
// but our own.
import type { ContentRef } from '../../engine/content-ref.ts'
import type { Document, Node } from '../../engine/document.ts'
import { mapReferences } from '../../engine/links.ts'
import { mapChildren, mapNodes, type Nested } from '../../engine/walk.ts'

const SAFE = new Set(['http', 'https', 'mailto', 'tel', 'ftp', 'lectern'])

/** False for addresses with a scheme that a browser might run, however it is written. */
export function isSafeUrl(url: string): boolean {
  // Browsers ignore control characters and spaces that cannot be seen, also within a scheme.
  const [, scheme] =
    /^([^/?#]*?):/.exec(url.replaceAll(/[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\ufeff]/g, '')) ?? []
  return scheme === undefined || SAFE.has(scheme.toLowerCase())
}

const isUnsafe = (ref: unknown): boolean => {
  const { kind, url } = (ref ?? {}) as { kind?: string; url?: unknown }
  return kind === 'url' && typeof url === 'string' && !isSafeUrl(url)
}

/** Links that lead nowhere good become the text they are on; all other such addresses become empty. */
export function sanitize(document: Document): Document {
  const unlinked = mapChildren(document, (children) => children.flatMap(unlink))
  const blank = (ref: ContentRef): ContentRef => (isUnsafe(ref) ? { kind: 'url', url: 'about:blank' } : ref)
  return mapNodes(mapReferences(unlinked, blank), (node) => {
    if (!('data' in node) || typeof node.data?.url !== 'string' || isSafeUrl(node.data.url)) return node
    return { ...node, data: { ...node.data, url: 'about:blank' } }
  })
}

const unlink = (node: Nested): Nested[] =>
  node.object === 'inline' && node.type === 'link' && isUnsafe(node.data?.ref)
    ? (node.nodes ?? []).flatMap(unlink)
    : [node]

const TAG = /<(?=[a-z/!?])/gi

/** The document with a sign in place of the `<` of every tag in its text, and what to write for that sign. */
export function hideTags(document: Document): { hidden: Document; show: (markdown: string) => string } {
  const sign = freeSign(JSON.stringify(document))
  const hidden = hideIn(document, sign) as Document
  return { hidden, show: (markdown) => markdown.replaceAll(sign, '&lt;') }
}

// Code shows tags as they are, everywhere.
function hideIn(node: Node, sign: string): Node {
  if (node.object === 'block' && node.type === 'code') return node
  if (node.object === 'text') return { ...node, leaves: node.leaves.map((leaf) => hideInLeaf(leaf, sign)) }
  const hidden: Record<string, unknown> = { ...node }
  if (node.nodes) hidden.nodes = node.nodes.map((child) => hideIn(child, sign))
  if ('fragments' in node && node.fragments) hidden.fragments = node.fragments.map((child) => hideIn(child, sign))
  return hidden as unknown as Node
}

function hideInLeaf<L extends { text: string; marks: { type: string }[] }>(leaf: L, sign: string): L {
  return leaf.marks.some(({ type }) => type === 'code') ? leaf : { ...leaf, text: leaf.text.replaceAll(TAG, sign) }
}

// Code points that no text may use; so there is always one that this text does not.
function freeSign(text: string): string {
  const signs = Array.from({ length: 32 }, (_, at) => String.fromCodePoint(0xfdd0 + at))
  return signs.find((sign) => !text.includes(sign)) ?? '&lt;'
}
