// Links, mentions and buttons.
import { textOf } from '../../../engine/text.ts'
import { dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { link as drawLink, resolve } from '../references.ts'
import { html } from '../template.ts'
import { iconNamed, markOf } from './icon.ts'

export const link: Format = {
  inlines: {
    link: (inline, context) => {
      const data = dataOf(inline)
      const id = textIn(data, 'id')
      // An empty link with an id is an anchor.
      if (id && textOf(inline) === '') return html`<span id="${id}"></span>`
      const { title, url } = resolve(data.ref, context)
      const isEmpty = textOf(inline).trim() === '' && !(inline.nodes ?? []).some(({ object }) => object === 'inline')
      const body = isEmpty ? html`${title}` : context.within({ isQuiet: true }).inlines(inline.nodes)
      const drawn = drawLink(url, body, context, undefined, textIn(data, 'title'))
      return id ? html`<span id="${id}"></span>${drawn}` : drawn
    },
    mention: (inline, context) => {
      const { title, url, ...signs } = resolve(dataOf(inline).ref, context)
      return drawLink(url, html`${markOf(signs, context)}${title}`, context, 'mention')
    },
    button: (inline, context) => {
      const data = dataOf(inline)
      const icon = iconNamed(textIn(data, 'icon'), context)
      const label = html`${icon}${textIn(data, 'label') ?? ''}`
      const size = textIn(data, 'size')
      const { url } = resolve(data.ref, context)
      if (url === undefined) return html`<strong class="label">${label}</strong>`
      const kind = textIn(data, 'kind') === 'secondary' ? '' : ' main'
      return drawLink(url, label, context, `btn l${kind}${size === 'small' ? ' s' : ''}`)
    },
  },
}
