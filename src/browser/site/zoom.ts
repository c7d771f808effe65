// Pictures of an article in full size.
import { word } from './page.ts'

function open(picture: HTMLImageElement): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  dialog.ariaLabel = picture.alt || word('enlarge')
  const large = document.createElement('img')
  large.src = picture.src
  large.alt = picture.alt
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'btn'
  close.textContent = word('close')
  dialog.append(large, close)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

for (const picture of document.querySelectorAll<HTMLImageElement>('.prose .pictures figure > img')) {
  picture.tabIndex = 0
  picture.role = 'button'
  picture.ariaLabel = `${word('enlarge')}${picture.alt ? `: ${picture.alt}` : ''}`
  picture.classList.add('zooms')
  picture.addEventListener('click', () => open(picture))
  picture.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open(picture)
  })
}
