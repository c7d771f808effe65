// The switch between versions and languages of the same content.
import { type Html, html } from '../../../render/html/index.ts'
import type { Frame } from '../../model/frame.ts'
import { drawMenu } from './menu.ts'

export function drawVariants({ variants, words }: Frame): Html | undefined {
  const current = variants.find(({ isCurrent }) => isCurrent)
  if (!current) return undefined
  const languages = new Set(variants.map(({ language }) => language))
  const label = languages.size === variants.length && !languages.has(undefined) ? words.languages : words.variants
  return html`<nav class="variants" aria-label="${label}">${drawMenu(html`<span class="plain">${current.title}</span>`, variants, 'end')}</nav>`
}
