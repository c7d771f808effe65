// Short messages about what just happened, with a way back where there is one.
import { signal } from '@preact/signals'

interface Toast {
  text: string
  actions: readonly Action[]
}

interface Action {
  label: string
  run(): void
}

const current = signal<Toast | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

const TIME = 6000

export function say(text: string, ...actions: Action[]): void {
  clearTimeout(timer)
  current.value = { text, actions }
  timer = setTimeout(() => {
    current.value = undefined
  }, TIME)
}

export function Toasts() {
  const toast = current.value
  const take = ({ run }: Action) => {
    current.value = undefined
    run()
  }
  return (
    <div role="status" class="toasts">
      {toast && (
        <div class="toast">
          <span>{toast.text}</span>
          {toast.actions.map((action) => (
            <button key={action.label} type="button" class="btn s" onClick={() => take(action)}>
              {action.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
