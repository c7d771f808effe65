// What one piece of a text defines, `[label]: url` and `[^note]: …`, holds for all of it. References are only read as
// such when their label is known, so the labels found anywhere are made known to every piece.

import type { Root, RootContent } from 'mdast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import type { Extension, ParseContext } from 'micromark-util-types'

export interface Labels {
  links: string[]
  notes: string[]
}

export const none: Labels = { links: [], notes: [] }

type NotedContext = ParseContext & { gfmFootnotes?: string[] }

// Never matches; tried before the first container, it has the parser in hand when nothing is parsed yet.
export function knowing(labels: Labels): Extension {
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

// The tokenizer asks `includes` for every bracket; a list alone would make that quadratic.
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
