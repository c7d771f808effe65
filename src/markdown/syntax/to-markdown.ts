// What mdast's writer has to know to write the dialect: its own nodes, where lines may be tight, what to escape.

import type { Parents, RootContent, Text } from 'mdast'
import type { ConstructName, Info, Join, Options, State } from 'mdast-util-to-markdown'
import { defaultHandlers } from 'mdast-util-to-markdown'
import { openTag } from '../html/tokens.ts'
import { type EmojiNode, emojiCode, emojiText } from './emoji.ts'
import type { InlineMathNode, MathNode } from './math.ts'
import type { TagNode } from './tag.ts'

const isTag = (node: RootContent | Parents): node is TagNode => node.type === 'tag'
const isPercent = (node: RootContent | Parents) => isTag(node) && node.value.startsWith('{%')

// `{% hint %}` and its `{% endhint %}` hug what they enclose.
const tight: Join = (left, right) => {
  const opens = isPercent(left) && (left as TagNode).opens
  const closes = isPercent(right) && (right as TagNode).closes
  return opens || closes ? 0 : undefined
}

const isWord = (character: string) => /[0-9A-Za-z]$/.test(character)

// A shortcode is not seen right after a word, so there the emoji stands in an element.
function emoji({ code, value }: EmojiNode, _parent: Parents | undefined, _state: State, info: Info): string {
  if (!isWord(info.before)) return value
  const open = openTag('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code })
  return `${open}${emojiText(code)}</span>`
}

// Escapes what only the dialect would take for more than text, and no pattern can tell: shortcodes.
function text(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  const value = defaultHandlers.text(node, parent, state, info)
  if (!value.includes(':')) return value
  return value
    .replace(/:(?=([a-z0-9_+-]+):)/g, (colon, name: string) => (emojiCode(name) ? `\\${colon}` : colon))
    .replace(/:(?=[a-z0-9_+-]+$)/, info.after === ':' ? '\\:' : ':')
}

emoji.peek = () => ':'

// Constructs in which nothing but characters is read.
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
