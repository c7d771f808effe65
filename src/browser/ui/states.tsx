// What a place shows while it loads, when it failed, and when nothing is there.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

const PATIENCE = 300

/** Nothing for a moment, then the outline of what will come. */
export function Skeleton({ label, lines = 6 }: { label: string; lines?: number }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="skeletons" role="status" aria-label={label}>
      {isLate && Array.from({ length: lines }, (_, at) => <span key={at} class={`skeleton w${(at * 7) % 4}`} />)}
    </div>
  )
}

export function Failure({ message, retry, label }: { message: string; retry(): void; label: string }) {
  return (
    <div class="failure" role="alert">
      <Icon name="warn" />
      <p>{message}</p>
      <button type="button" class="btn s" onClick={retry}>
        <Icon name="retry" />
        {label}
      </button>
    </div>
  )
}

/** A line that says what is not there, what to do, and at most one button. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h1>{title}</h1>
      {children}
    </div>
  )
}
