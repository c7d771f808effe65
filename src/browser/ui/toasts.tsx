// Short messages about what just happened, with a way back where there is one.
import { signal } from '@preact/signals'

interface Toast {
  text: string
  undo?: { label: string; run(): void } | undefined
}

const current = signal<Toast | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

const TIME = 6000

export function say(text: string, undo?: Toast['undo']): void {
  clearTimeout(timer)
  current.value = { text, undo }
  timer = setTimeout(() => {
    current.value = undefined
  }, TIME)
}

export function Toasts() {
  const toast = current.value
  const undo = () => {
    current.value = undefined
    toast?.undo?.run()
  }
  return (
    <div role="status" class="toasts">
      {toast && (
        <div class="toast">
          <span>{toast.text}</span>
          {toast.undo && (
            <button type="button" class="btn s" onClick={undo}>
              {toast.undo.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
