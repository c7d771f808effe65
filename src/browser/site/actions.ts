// The menus of a page close when the reader goes elsewhere.

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.drop[open]'))
    if (!menu.contains(event.target as Node)) menu.open = false
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.drop[open]')) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})

export {}
