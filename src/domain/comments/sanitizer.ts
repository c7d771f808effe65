// Makes comment bodies safe to display: no URL in them can run code, and their markdown contains no HTML other than
// ours.
import type { ContentRef } from '../../engine/content-ref.ts'
import type { Document, Node } from '../../engine/document.ts'
import { mapReferences } from '../../engine/links.ts'
import { mapChildren, mapNodes, type Nested } from '../../engine/walk.ts'

const SAFE = new Set(['http', 'https', 'mailto', 'tel', 'ftp', 'lectern'])

/** False for URLs whose scheme a browser might execute, however it is obfuscated. */
export function isSafeUrl(url: string): boolean {
  // Browsers ignore control and invisible characters, even inside a scheme.
  const [, scheme] =
    /^([^/?#]*?):/.exec(url.replaceAll(/[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\ufeff]/g, '')) ?? []
  return scheme === undefined || SAFE.has(scheme.toLowerCase())
}

const isUnsafe = (ref: unknown): boolean => {
  const { kind, url } = (ref ?? {}) as { kind?: string; url?: unknown }
  return kind === 'url' && typeof url === 'string' && !isSafeUrl(url)
}

/** Replaces unsafe links with their text, and all other unsafe URLs with `about:blank`. */
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

/**
 * Replaces the `<` of every tag in text with a placeholder; `show` turns the placeholder into `&lt;` in the markdown.
 */
export function hideTags(document: Document): { hidden: Document; show: (markdown: string) => string } {
  const sign = freeSign(JSON.stringify(document))
  const hidden = hideIn(document, sign) as Document
  return { hidden, show: (markdown) => markdown.replaceAll(sign, '&lt;') }
}

// Code blocks display tags literally.
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

// Picks a Unicode noncharacter that does not occur in the text.
function freeSign(text: string): string {
  const signs = Array.from({ length: 32 }, (_, at) => String.fromCodePoint(0xfdd0 + at))
  return signs.find((sign) => !text.includes(sign)) ?? '&lt;'
}
