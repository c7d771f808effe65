// Draws diagrams, in a frame without an origin: whatever the code of a diagram makes the library do stays here.

interface Mermaid {
  initialize(settings: object): void
  render(id: string, code: string): Promise<{ svg: string }>
}

declare const mermaid: Mermaid

addEventListener('message', (event: MessageEvent<{ code: string; isDark: boolean }>) => {
  if (event.source === parent) void draw(event.data)
})

async function draw({ code, isDark }: { code: string; isDark: boolean }): Promise<void> {
  try {
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: isDark ? 'dark' : 'neutral' })
    const { svg } = await mermaid.render('diagram', code)
    // In the scheme of the page, the frame lets its ground through.
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
    document.body.style.margin = '0'
    document.body.style.overflow = 'hidden'
    document.body.innerHTML = svg
    const { height } = document.querySelector('svg')!.getBoundingClientRect()
    parent.postMessage({ height: Math.ceil(height) }, '*')
  } catch {
    parent.postMessage({ height: 0 }, '*')
  }
}

parent.postMessage({ isReady: true }, '*')

export {}
