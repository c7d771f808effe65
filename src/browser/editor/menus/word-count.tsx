// How many words the text has. They are counted when typing pauses.
import { useEffect, useState } from 'preact/hooks'
import type { Node } from 'prosemirror-model'
import { editorWords } from '../../words-editor.ts'
import { editorState } from '../plugins/selected.ts'

const PAUSE = 400
/** Scripts without spaces count by letter. */
const LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

export function countWords(doc: Node): number {
  const text = doc.textBetween(0, doc.content.size, '\n', ' ')
  return matches(text, LETTER) + matches(text.replaceAll(LETTER, ' '), WORD)
}

export function WordCount() {
  const doc = editorState.value?.doc
  const [count, setCount] = useState<number | undefined>(undefined)
  useEffect(() => {
    if (!doc) return
    const timer = setTimeout(() => setCount(countWords(doc)), PAUSE)
    return () => clearTimeout(timer)
  }, [doc])
  return count === undefined ? null : <p class="word-count">{editorWords.wordCount(count)}</p>
}
