// Fields of settings that hold what cannot be taken over. Saving without them would say that they are saved.
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'

/** Counts a field until it is called back. */
type Report = () => () => void

export const WrongFields = createContext<Report>(() => () => undefined)

/** Tells the form around it that a field is wrong. */
export function useWrong(isWrong: boolean): void {
  const report = useContext(WrongFields)
  useEffect(() => (isWrong ? report() : undefined), [isWrong, report])
}

/** How many fields are wrong, and how they report it. */
export function useWrongCount(): [number, Report] {
  const [count, setCount] = useState(0)
  const [report] = useState(() => () => {
    setCount((now) => now + 1)
    return () => setCount((now) => now - 1)
  })
  return [count, report]
}

/** Leads to the first field that is wrong. */
export function showWrong(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  for (let group = field?.closest('details'); group; group = group.parentElement?.closest('details')) group.open = true
  field?.focus()
}
