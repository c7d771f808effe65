// Data and styles in a page, made by our own code. Browsers run nothing of it.
import { Html } from './html.ts'

/** JSON-LD. No character of it can end the element. */
export function jsonLd(value: object): Html {
  const text = JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return new Html(`<script type="application/ld+json">${text}</script>`)
}

/** Styles in the page itself. The policy of the page has to name their hash. */
export function styleElement(css: string): Html {
  if (css.includes('<')) throw new TypeError('Styles must not contain markup.')
  return new Html(`<style>${css}</style>`)
}
