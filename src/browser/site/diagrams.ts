// Diagrams: drawn in a frame of their own when they come near. Their code stays readable, behind a fold.

interface Told {
  isReady?: boolean
  height?: number
}

const MAX_HEIGHT = 4000

const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

class Diagram extends HTMLElement {
  connectedCallback(): void {
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        this.#draw()
      },
      { rootMargin: '400px' },
    )
    watch.observe(this)
  }

  #draw(): void {
    const url = document.getElementById('lectern-status')?.dataset.diagrams
    const code = this.querySelector('.code')
    if (!url || !code) return
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = this.dataset.title ?? ''
    frame.className = 'drawing'
    frame.src = url
    const listen = (event: MessageEvent<Told>) => {
      if (event.source !== frame.contentWindow) return
      const { isReady, height } = event.data
      const text = [...code.querySelectorAll('pre > code')].map((each) => each.textContent).join('')
      // The frame has no origin, and what it gets is in the page already.
      if (isReady) frame.contentWindow!.postMessage({ code: text, isDark: isDark() }, '*')
      if (typeof height !== 'number') return
      removeEventListener('message', listen)
      if (height > 0) this.#show(frame, code, height)
      else frame.remove()
    }
    addEventListener('message', listen)
    this.prepend(frame)
  }

  #show(frame: HTMLIFrameElement, code: Element, height: number): void {
    frame.height = String(Math.min(height, MAX_HEIGHT))
    frame.classList.add('drawn')
    const fold = document.createElement('details')
    const label = document.createElement('summary')
    label.textContent = this.dataset.code ?? ''
    code.replaceWith(fold)
    fold.append(label, code)
  }
}

customElements.define('lectern-diagram', Diagram)
