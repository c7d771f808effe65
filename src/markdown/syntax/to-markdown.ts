// The mdast-util-to-markdown extension of the dialect: its nodes, tight lines, and escapes.

import type { Parents, RootContent, Text } from 'mdast'
import type { ConstructName, Info, Join, Options, State } from 'mdast-util-to-markdown'
import { defaultHandlers } from 'mdast-util-to-markdown'
import { openTag } from '../html/tokens.ts'
import { type EmojiNode, emojiCode, emojiText } from './emoji.ts'
import type { InlineMathNode, MathNode } from './math.ts'
import type { TagNode } from './tag.ts'

const isTag = (node: RootContent | Parents): node is TagNode => node.type === 'tag'
const isPercent = (node: RootContent | Parents) => isTag(node) && node.value.startsWith('{%')

// `{% hint %}` and `{% endhint %}` have no blank line to their content.
const tight: Join = (left, right) => {
  const opens = isPercent(left) && (left as TagNode).opens
  const closes = isPercent(right) && (right as TagNode).closes
  return opens || closes ? 0 : undefined
}

const isWord = (character: string) => /[0-9A-Za-z]$/.test(character)

// A shortcode is not recognized directly after a word, so there the emoji is an element.
function emoji({ code, value }: EmojiNode, _parent: Parents | undefined, _state: State, info: Info): string {
  if (!isWord(info.before)) return value.replaceAll('_', '\\_')
  const open = openTag('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code })
  return `${open}${emojiText(code)}</span>`
}

declare module 'mdast' {
  interface TextData {
    /** The text is between HTML tags, where other writers do not escape underscores. */
    inHtml?: boolean
  }
}

// Escapes every underscore, as other writers of the dialect do, and shortcodes, which patterns cannot match.
function text(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  const safe = defaultHandlers.text(node, parent, state, info)
  const value = node.data?.inHtml ? safe : safe.replace(/\\[\s\S]|_/g, (found) => (found === '_' ? '\\_' : found))
  if (!value.includes(':')) return value
  return value
    .replace(/:(?=((?:[a-z0-9+-]|\\?_)+):)/g, (colon, name: string) =>
      emojiCode(name.replaceAll('\\', '')) ? `\\${colon}` : colon,
    )
    .replace(/:(?=(?:[a-z0-9+-]|\\?_)+$)/, info.after === ':' ? '\\:' : ':')
}

emoji.peek = () => ':'

// Constructs that only contain characters.
const strings: ConstructName[] = [
  'autolink',
  'destinationLiteral',
  'destinationRaw',
  'reference',
  'titleQuote',
  'titleApostrophe',
]

export const dialectToMarkdown = {
  handlers: {
    tag: (node: TagNode) => node.value,
    math: (node: MathNode) => `$$\n${node.value}\n$$`,
    inlineMath: Object.assign((node: InlineMathNode) => `$$${node.value}$$`, { peek: () => '$' }),
    emoji,
    text,
  },
  join: [tight],
  unsafe: [
    { atBreak: true, character: '{', after: '%' },
    { character: '$', after: '(?=\\$)', inConstruct: 'phrasing', notInConstruct: strings },
    { character: '<', inConstruct: 'destinationRaw' },
  ],
} as unknown as Options
