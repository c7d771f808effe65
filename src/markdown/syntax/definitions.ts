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

// Never matches; is tried where containers begin, to get hold of the parser. Only a note in the first line is found before.
export function withLabels(labels: Labels): Extension {
  const seen = new WeakSet<ParseContext>()
  return {
    document: {
      null: {
        tokenize(_effects, _ok, nok) {
          const parser = this.parser as NotedContext
          if (!seen.has(parser)) {
            seen.add(parser)
            parser.defined = indexed([...labels.links, ...parser.defined])
            parser.gfmFootnotes = indexed([...labels.notes, ...(parser.gfmFootnotes ?? [])])
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
