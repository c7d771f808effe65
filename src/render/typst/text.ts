// Renders plain text: emoji in their own font, line breaks preserved.
import { all, type Code, call, str } from './code.ts'

// Emoji, without digits and symbols that only may be shown as emoji.
export const EMOJI =
  /(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:[\u{e0020}-\u{e007f}]+)?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*)+/gu
const SHOWN_AS_TEXT = /^[©®™↔-↙↩↪ℹ]$/

export function plain(text: string): Code {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return all(lines.flatMap((line, at) => (at === 0 ? pieces(line) : [call('linebreak'), ...pieces(line)])))
}

function pieces(line: string): Code[] {
  const parts: Code[] = []
  let end = 0
  for (const { 0: emoji, index } of line.matchAll(EMOJI)) {
    if (SHOWN_AS_TEXT.test(emoji)) continue
    if (index > end) parts.push(str(line.slice(end, index)))
    parts.push(call('emoji', [str(emoji)]))
    end = index + emoji.length
  }
  return end < line.length || parts.length === 0 ? [...parts, str(line.slice(end))] : parts
}

const BREAK_ANYWHERE = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']

/** A character of a word within which no line may end, as a regular expression of JavaScript and of Typst. */
export const UNBROKEN = String.raw`[^\s\u{200b}/\-–—\u{3000}-\u{303f}\u{ff00}-\u{ffef}${BREAK_ANYWHERE.map((script) => String.raw`\p{Script=${script}}`).join('')}]`

const LONG_WORD = new RegExp(`${UNBROKEN}{20}`, 'u')

/** A paragraph or a title, whose words may be longer than a line. */
export const fitted = (text: string, body: Code): Code => (LONG_WORD.test(text) ? call('fitted', [body]) : body)

/** An address with break opportunities between its parts. */
export const breakable = (text: string): string =>
  text.replace(/[/?&=._~-]+(?=.)/g, '$&\u200b').replace(/[^\u200b]{24}(?=[^\u200b])/gu, '$&\u200b')
