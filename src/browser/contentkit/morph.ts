// Makes what is shown equal to what was drawn, and leaves in place what stays: frames keep running, and the cursor stays
// where it is.

export function morph(shown: Element, drawn: Element): void {
  const now = [...shown.childNodes]
  const next = [...drawn.childNodes]
  for (let at = 0; at < Math.max(now.length, next.length); at++) fit(shown, now[at], next[at])
}

function fit(parent: Element, now: ChildNode | undefined, next: ChildNode | undefined): void {
  if (!now) parent.append(next!)
  else if (!next) now.remove()
  else if (now instanceof Element && next instanceof Element && isSame(now, next)) {
    fitAttributes(now, next)
    if (now instanceof HTMLTextAreaElement) fitText(now, next)
    else morph(now, next)
    if (now instanceof HTMLSelectElement && now !== document.activeElement) fitChoice(now, next as HTMLSelectElement)
  } else if (now.nodeType === Node.TEXT_NODE && next.nodeType === Node.TEXT_NODE) now.textContent = next.textContent
  else now.replaceWith(next)
}

const isSame = (now: Element, next: Element): boolean =>
  now.tagName === next.tagName &&
  now.getAttribute('data-state') === next.getAttribute('data-state') &&
  (now.tagName !== 'IFRAME' || now.getAttribute('src') === next.getAttribute('src'))

function fitAttributes(now: Element, next: Element): void {
  for (const { name } of [...now.attributes])
    if (!next.hasAttribute(name) && !(now.tagName === 'IFRAME' && name === 'style')) now.removeAttribute(name)
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value)
  if (!(now instanceof HTMLInputElement) || now === document.activeElement) return
  now.checked = next.hasAttribute('checked')
  if (now.type !== 'checkbox' && now.type !== 'radio') now.value = next.getAttribute('value') ?? ''
}

function fitText(now: HTMLTextAreaElement, next: Element): void {
  if (now !== document.activeElement) now.value = (next as HTMLTextAreaElement).value
}

function fitChoice(now: HTMLSelectElement, next: HTMLSelectElement): void {
  for (const [at, option] of [...now.options].entries()) option.selected = next.options[at]?.selected ?? false
}
