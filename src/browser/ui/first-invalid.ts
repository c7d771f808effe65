// After a failed attempt, the first field that is wrong has the focus, so that it is in view and read aloud.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** `attempt` changes with every attempt that failed; `missed` is called if no field of the form is marked. */
export function useFirstInvalid(form: RefObject<HTMLFormElement | null>, attempt: unknown, missed?: () => void): void {
  useEffect(() => {
    if (!attempt) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else missed?.()
  }, [attempt])
}
