// Converts an element to the tag it represents: `<div data-gb-custom-block data-tag="hint" data-style="info">` is `{%
// hint style="info" %}`.

import type { TagNode } from '../syntax/tag.ts'

// HTML attribute names are lower case; these restore the capitals.
const capitals = ['lineNumbers', 'fullWidth', 'collapsedLineCount', 'openInAIProviders', 'defaultExpanded']
const named = new Map(capitals.map((name) => [name.toLowerCase(), name]))

/** Returns the element attribute of a tag attribute; undefined if it could not be read back. */
export function attributeName(name: string): string | undefined {
  const isKept = /^[a-z][a-z0-9-]*$/.test(name) ? !named.has(name) && name !== 'tag' : named.has(name.toLowerCase())
  return isKept && !name.startsWith('gb-custom-') ? `data-${name}` : undefined
}

export function customTag({ attributes, raw }: { attributes: Record<string, string>; raw: string }): TagNode {
  const given = Object.entries(attributes)
    .filter(([key]) => key.startsWith('data-') && key !== 'data-tag' && !key.startsWith('data-gb-custom-'))
    .map(([key, value]) => [named.get(key.slice(5)) ?? key.slice(5), value])
  return { type: 'tag', name: attributes['data-tag'] ?? '', attributes: Object.fromEntries(given), value: raw }
}
