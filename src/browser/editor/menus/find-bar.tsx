// Find and replace, above the text.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { Icon } from '../../ui/icon.tsx'
import { editorWords } from '../../words-editor.ts'
import { finding, replaceAll, replaceHere, search, showNext, stopFinding } from '../plugins/find.ts'
import { editorState } from '../plugins/selected.ts'

const names = editorWords.find

export default function FindBar({ view, close }: { view: EditorView; close(): void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const { found, at, query } = finding(editorState.value ?? view.state)
  useEffect(() => {
    const { doc, selection } = view.state
    const selected = doc.textBetween(selection.from, selection.to)
    if (selected !== '' && selected.length < 100) input.current!.value = selected
    search(view, input.current!.value)
    input.current!.focus()
    input.current!.select()
    return () => {
      if (!view.isDestroyed) stopFinding(view)
    }
  }, [])
  const leave = () => {
    close()
    view.focus()
  }
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') leave()
    else if (event.target === input.current) showNext(view, event.shiftKey ? -1 : 1)
    else replaceHere(view, text)
  }
  return (
    <search class="find-bar" onKeyDown={typed}>
      <input
        ref={input}
        class="input"
        aria-label={names.find}
        placeholder={names.find}
        autocomplete="off"
        onInput={({ currentTarget }) => search(view, currentTarget.value)}
      />
      <span class="soft" role="status">
        {query !== '' && names.count(found.length === 0 ? 0 : at + 1, found.length)}
      </span>
      <button type="button" class="btn bare icon s" aria-label={names.previous} onClick={() => showNext(view, -1)}>
        <Icon name="up" />
      </button>
      <button type="button" class="btn bare icon s" aria-label={names.next} onClick={() => showNext(view, 1)}>
        <Icon name="down" />
      </button>
      <input
        class="input"
        aria-label={names.replacement}
        placeholder={names.replacement}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="button" class="btn s" onClick={() => replaceHere(view, text)}>
        {names.replace}
      </button>
      <button type="button" class="btn s" onClick={() => replaceAll(view, text)}>
        {names.replaceAll}
      </button>
      <button type="button" class="btn bare icon s" aria-label={names.close} onClick={leave}>
        <Icon name="close" />
      </button>
    </search>
  )
}
