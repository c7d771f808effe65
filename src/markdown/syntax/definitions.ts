// Shares definitions, `[label]: url` and `[^note]: …`, between the pieces of a text. References need a known label, so
// labels found anywhere are passed to every piece.

import type { Root, RootContent } from 'mdast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import type { Extension, ParseContext } from 'micromark-util-types'

export interface Labels {
  links: string[]
  notes: string[]
}

export const NO_LABELS: Labels = { links: [], notes: [] }

type NotedContext = ParseContext & { gfmFootnotes?: string[] }

// Never matches; runs before the first container, to get hold of the parser before it parses.
export function withLabels(labels: Labels): Extension {
  const seen = new WeakSet<ParseContext>()
  return {
    document: {
      null: {
        tokenize(_effects, _ok, nok) {
          const parser = this.parser as NotedContext
          if (!seen.has(parser)) {
            seen.add(parser)
            parser.defined = indexed(labels.links)
            parser.gfmFootnotes = indexed(labels.notes)
          }
          return nok
        },
      },
    },
  }
}

// The tokenizer calls `includes` for every bracket; on a plain array that would be quadratic.
function indexed(labels: string[]): string[] {
  const known = new Set(labels)
  const list: string[] = []
  list.includes = (label) => known.has(label)
  list.push = (...added) => {
    for (const label of added) known.add(label)
    return known.size
  }
  return list
}

export function labelsIn(trees: Root[]): Labels {
  const labels: Labels = { links: [], notes: [] }
  const visit = (node: RootContent | Root) => {
    if (node.type === 'definition') labels.links.push(normalizeIdentifier(node.label ?? node.identifier))
    if (node.type === 'footnoteDefinition') labels.notes.push(normalizeIdentifier(node.label ?? node.identifier))
    if ('children' in node) node.children.forEach(visit)
  }
  trees.forEach(visit)
  return labels
}
