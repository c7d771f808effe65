// The script of pages with blocks of integrations that show an interface.
import type { Answer, Asked, Json } from '../../contentkit/contract.ts'
import { InterfaceView } from '../../contentkit/view.ts'

const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

class InterfaceElement extends HTMLElement {
  #view: InterfaceView | undefined

  connectedCallback(): void {
    const { integration, component, props, state, frames, theme } = this.dataset
    const words = { cancel: '', close: '', failed: '', ...(JSON.parse(this.dataset.words ?? '{}') as Json) }
    const allowed = (frames ?? '').split(' ').filter(Boolean)
    this.#view = new InterfaceView(
      this,
      {
        words,
        render: (asked) => this.#ask(asked),
        mayFrame: (url) =>
          allowed.some((each) => (each.endsWith('/') ? url.startsWith(each) : new URL(url).origin === each)),
      },
      { component: component ?? '', props: parsed(props), state: parsed(state) },
    )
    // It was drawn before anybody knew what the reader's system prefers.
    if (integration && (theme === 'dark') !== isDark()) void this.#view.update()
  }

  disconnectedCallback(): void {
    this.#view?.stop()
  }

  async #ask(asked: Asked): Promise<Answer> {
    const { integration, component: block, prefix, href } = this.dataset
    const body = { integration, block, prefix, theme: isDark() ? 'dark' : 'light', ...asked }
    const answer = await fetch(href ?? '', { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as Answer
  }
}

const parsed = (text: string | undefined): Json => JSON.parse(text ?? '{}') as Json

customElements.define('lectern-interface', InterfaceElement)
