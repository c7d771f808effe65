// Blocks with named parts: expandables, and pictures, files and embeds with a caption.
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat, BlockNode, Field } from '../contract.ts'
import { ELEMENT, nameOf } from '../contract.ts'
import { createVoid, paragraphOf } from './making.ts'

const { blocks, fields } = editorWords

/** A fragment: what it is called in the document, and what it holds. */
const fragment = (content: string, className: string, tag = 'div'): BlockNode => ({
  holds: 'blocks',
  content,
  attrs: { key: { default: null }, fragment: { default: null }, type: { default: null } },
  defining: true,
  isolating: true,
  toDOM: () => [tag, { class: className }, 0],
})

export const expandable: BlockFormat = {
  nodes: {
    expandable: {
      holds: 'fragments',
      label: blocks.expandable.label,
      group: 'block',
      content: 'expandable_title expandable_body',
      attrs: ELEMENT,
      defining: true,
      isolating: true,
      fields: [{ name: 'defaultExpanded', label: fields.startsOpen, kind: 'switch' }],
      toDOM: () => ['div', { class: 'expand block open' }, 0],
    },
    'expandable-title': fragment('paragraph', 'summary'),
    'expandable-body': fragment('block+', 'body'),
  },
  insertions: [
    {
      ...blocks.expandable,
      icon: 'expand',
      create: (schema) => {
        const part = (type: string) => schema.nodes[nameOf(type)]!.create({ fragment: type, type }, paragraphOf(schema))
        const parts = [part('expandable-title'), part('expandable-body')]
        return schema.nodes.expandable!.create({ data: {}, isVoid: true }, parts)
      },
    },
  ],
}

/** Drawn as readers see it, with a caption that is text. */
const captioned = (label: string, settings: readonly Field[], group = 'block'): BlockNode => ({
  holds: 'fragments',
  label,
  group,
  content: 'caption?',
  attrs: ELEMENT,
  fields: settings,
  isolating: true,
})

export const media: BlockFormat = {
  nodes: {
    images: {
      holds: 'blocks',
      label: blocks.imageLayout,
      group: 'block',
      content: 'image+',
      attrs: ELEMENT,
      fields: [
        {
          name: 'align',
          label: fields.align,
          kind: [
            { value: '', label: fields.center },
            { value: 'left', label: fields.start },
            { value: 'right', label: fields.end },
          ],
        },
        { name: 'withFrame', label: fields.frame, kind: 'switch' },
        { name: 'fullWidth', label: fields.fullWidth, kind: 'switch' },
      ],
      toDOM: (node) => ['div', { class: node.childCount > 1 ? 'pictures several' : 'pictures' }, 0],
    },
    image: captioned(blocks.image, [{ name: 'alt', label: fields.alt, kind: 'text' }], 'picture'),
    embed: captioned(blocks.embed.label, [{ name: 'url', label: fields.url, kind: 'url' }]),
    file: captioned(blocks.file.label, []),
    caption: fragment('paragraph+', 'caption', 'figcaption'),
  },
  insertions: [
    {
      ...blocks.embed,
      icon: 'globe',
      isAsking: true,
      create: (schema) => createVoid(schema, 'embed', { url: 'https://' }),
    },
  ],
}
