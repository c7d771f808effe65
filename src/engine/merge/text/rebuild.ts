// Turns tokens back into inline nodes: neighbours with equal marks share a leaf, neighbours in one inline share it.

import type { Inline, Leaf, Text } from '../../document.ts'
import type { InlineNode, Token } from './tokens.ts'

/** Returns the nodes of the tokens. `shells` are the inlines around text, by id. */
export function nodesOf(tokens: readonly Token[], shells: ReadonlyMap<string, Inline>): InlineNode[] {
  const nodes = build(tokens, 0, shells, new Set())
  return nodes.length > 0 ? nodes : [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }]
}

function build(
  tokens: readonly Token[],
  depth: number,
  shells: ReadonlyMap<string, Inline>,
  keys: Set<string>,
): InlineNode[] {
  const nodes: InlineNode[] = []
  for (let at = 0; at < tokens.length; ) {
    const id = tokens[at]!.path[depth]?.id
    let end = at + 1
    while (end < tokens.length && tokens[end]!.path[depth]?.id === id) end++
    const run = tokens.slice(at, end)
    if (id === undefined) addRun(nodes, run, keys)
    else nodes.push({ ...withoutRepeatedKey(shells.get(id)!, keys), nodes: build(run, depth + 1, shells, keys) })
    at = end
  }
  return nodes
}

function addRun(nodes: InlineNode[], run: readonly Token[], keys: Set<string>): void {
  let open: { text: Text; key: string | undefined } | undefined
  let marks: string | undefined
  for (const token of run) {
    if (token.inline) {
      nodes.push(withoutRepeatedKey(token.inline, keys))
      open = undefined
      continue
    }
    if (!open || open.key !== token.key) {
      const text = { object: 'text', key: token.key, leaves: [] as Leaf[] } as Text
      if (token.key === undefined) delete text.key
      open = { text: withoutRepeatedKey(text, keys), key: token.key }
      nodes.push(open.text)
      marks = undefined
    }
    if (marks === token.marks.name) open.text.leaves.at(-1)!.text += token.text
    else open.text.leaves.push({ object: 'leaf', text: token.text, marks: [...token.marks.list] })
    marks = token.marks.name
  }
}

// What is split in two has its key once.
function withoutRepeatedKey<T extends InlineNode>(node: T, keys: Set<string>): T {
  if (node.key === undefined) return node
  if (!keys.has(node.key)) {
    keys.add(node.key)
    return node
  }
  const { key, ...bare } = node
  return bare as T
}
