// The title and the description of a page, or the title of a reusable content, written where they are read.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'

interface Props {
  /** What the fields show at first, and again whenever another object is given. */
  shown: { title: string; description: string }
  /** Asked once, when the fields are there: whether the title of a new page is selected, to be typed over. */
  selectsTitle(): boolean
  hasDescription: boolean
  onInput(fields: { title?: string; description?: string }): void
  /** Enter or the arrow down in the last of them. */
  onDone(): void
}

export function TitleFields({ shown, selectsTitle, hasDescription, onInput, onDone }: Props) {
  const first = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (selectsTitle()) first.current!.select()
  }, [])
  const second = useRef<HTMLTextAreaElement>(null)
  return (
    <header class="heading">
      <h1>
        <Growing
          field={first}
          label={editorWords.titleLabel}
          hint={words.untitled}
          value={shown.title}
          shown={shown}
          maxLength={1000}
          onInput={(text) => text.trim() !== '' && onInput({ title: text })}
          onDone={() => (hasDescription ? second.current!.focus() : onDone())}
        />
      </h1>
      {hasDescription && (
        <div class="lead">
          <Growing
            field={second}
            label={editorWords.descriptionLabel}
            hint={editorWords.descriptionHint}
            value={shown.description}
            shown={shown}
            maxLength={5000}
            onInput={(text) => onInput({ description: text })}
            onDone={onDone}
          />
        </div>
      )}
    </header>
  )
}

interface GrowingProps {
  label: string
  hint: string
  value: string
  /** Changes when the value is to be shown again. */
  shown: object
  maxLength: number
  field?: { current: HTMLTextAreaElement | null }
  onInput(text: string): void
  onDone(): void
}

/** A field of one line that wraps: as high as its text. */
function Growing({ label, hint, value, shown, maxLength, field, onInput, onDone }: GrowingProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const element = field ?? own
  const grow = () => {
    const { current } = element
    if (!current) return
    current.style.setProperty('block-size', 'auto')
    current.style.setProperty('block-size', `${current.scrollHeight}px`)
  }
  useEffect(() => {
    grow()
    const watch = new ResizeObserver(grow)
    watch.observe(element.current!.parentElement!)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (element.current!.value === value) return
    element.current!.value = value
    grow()
  }, [shown])
  return (
    <textarea
      ref={element}
      rows={1}
      aria-label={label}
      placeholder={hint}
      maxLength={maxLength}
      defaultValue={value}
      onInput={({ currentTarget }) => {
        grow()
        onInput(currentTarget.value.replace(/\s*\n\s*/g, ' '))
      }}
      onKeyDown={(event) => {
        const { selectionEnd, value: text } = event.currentTarget
        const isLeaving = event.key === 'Enter' || (event.key === 'ArrowDown' && selectionEnd === text.length)
        if (!isLeaving || event.isComposing) return
        event.preventDefault()
        onDone()
      }}
    />
  )
}
