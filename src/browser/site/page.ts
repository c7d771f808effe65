// What the parts of the script share: words and addresses that the page brings along, and messages to the reader.

const status = document.getElementById('lectern-status')

/** A word in the language of the site. */
export const word = (name: string): string => status?.dataset[name] ?? ''

/** Shows a message for a moment, and tells it to screen readers. */
export function tell(message: string): void {
  if (!status) return
  status.textContent = message
  status.classList.add('shown')
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    status.classList.remove('shown')
    status.textContent = ''
  }, 2500)
}

let hiding: ReturnType<typeof setTimeout> | undefined

/** Values that are kept, where the browser allows it. */
export function keep(storage: 'localStorage' | 'sessionStorage', key: string, value: unknown): void {
  try {
    window[storage].setItem(`lectern-${key}`, JSON.stringify(value))
  } catch {
    // Storage may be full or forbidden: then nothing is kept.
  }
}

export function kept<T>(storage: 'localStorage' | 'sessionStorage', key: string): T | undefined {
  try {
    const text = window[storage].getItem(`lectern-${key}`)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** A list that was kept; what is not a list counts as none. */
export const keptList = <T>(storage: 'localStorage' | 'sessionStorage', key: string): T[] => {
  const list = kept<unknown>(storage, key)
  return Array.isArray(list) ? (list as T[]) : []
}
