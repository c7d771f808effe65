// Marks the section that is being read in the outline.

class Outline extends HTMLElement {
  connectedCallback(): void {
    const links = [...this.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
    const sections = links.flatMap((link) => {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      return heading ? [{ link, heading }] : []
    })
    if (sections.length === 0) return
    let isWaiting = false
    const update = () => {
      isWaiting = false
      const line = innerHeight * 0.3
      const isAtEnd = scrollY > 0 && Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight
      const passed = sections.filter(({ heading }) => heading.getBoundingClientRect().top <= line)
      const current = isAtEnd ? sections.at(-1) : (passed.at(-1) ?? sections[0])
      for (const { link } of sections)
        if (link === current!.link) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      show(this, current!.link)
    }
    const later = () => {
      if (!isWaiting) requestAnimationFrame(update)
      isWaiting = true
    }
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later, { passive: true })
    update()
  }
}

/** A long outline follows the reader. */
function show(outline: HTMLElement, link: HTMLElement): void {
  const box = outline.closest('.outline') ?? outline
  const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2
}

customElements.define('lectern-outline', Outline)

export {}
