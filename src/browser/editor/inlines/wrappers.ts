// Links and annotations. In documents they are inlines around text; in the editor they are marks, outermost first.
import type { MarkSpec } from 'prosemirror-model'
import { ELEMENT } from '../contract.ts'

/** Tells two of them that stand next to each other apart. */
const SINGLE = { ...ELEMENT, at: { default: null } }

export const wrappers: Record<string, MarkSpec> = {
  annotation: {
    attrs: { ...SINGLE, fragments: { default: null } },
    inclusive: false,
    toDOM: () => ['span', { class: 'annotated' }, 0],
  },
  link: {
    attrs: SINGLE,
    inclusive: false,
    toDOM: ({ attrs }) => ['a', { class: 'link', title: titleOf(attrs.data?.ref) }, 0],
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => {
          const url = dom.getAttribute('href')!
          return /^(https?:|mailto:|tel:)/i.test(url) && { data: { ref: { kind: 'url', url } }, at: nextAt() }
        },
      },
    ],
  },
}

let last = 0

export const nextAt = (): number => ++last

const titleOf = (ref: { kind?: string; url?: unknown } | undefined): string | undefined =>
  ref?.kind === 'url' ? String(ref.url) : undefined
