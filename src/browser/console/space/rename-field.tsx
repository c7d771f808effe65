// The title of a page, edited in place: Enter keeps it, Escape gives it up.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../../words.ts'

export function RenameField({ title, done }: { title: string; done(title?: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useLayoutEffect(() => field.current!.select(), [])
  const finish = (given?: string) => {
    if (isDone.current) return
    isDone.current = true
    done(given)
  }
  return (
    <input
      ref={field}
      class="rename"
      aria-label={words.tree.renaming}
      maxLength={1000}
      defaultValue={title}
      onBlur={({ currentTarget }) => finish(currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && !event.isComposing) finish(event.currentTarget.value)
        if (event.key === 'Escape') finish()
      }}
    />
  )
}
