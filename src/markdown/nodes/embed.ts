// Blocks that refer to something: `{% embed %}`, `{% file %}`, `{% content-ref %}` (formerly `{% page-ref %}`), `{%
// include %}`.

import type { Block } from '../../engine/document.ts'
import { caption, voidBlock } from '../model.ts'
import type { ContentRef } from '../options.ts'
import { argument } from '../syntax/attributes.ts'
import type { NodeFormat, WriteContext } from './contract.ts'
import {
  attribute,
  closeTagNode,
  flag,
  labelOf,
  linkLine,
  openTagNode,
  soleLink,
  type TagAttributes,
  unknownAttributes,
} from './tags.ts'

// The content of the tag is a caption of one paragraph.
function captioned(node: Block, body: Block[]): Block | undefined {
  if (body.length > 1 || (body[0] && body[0].type !== 'paragraph')) return undefined
  return body.length ? { ...node, fragments: [caption(body)] } : node
}

function writeCaptioned(name: string, attributes: TagAttributes, node: Block, context: WriteContext) {
  const open = openTagNode(name, attributes, node)
  const body = node.fragments?.find((each) => each.fragment === 'caption')?.nodes
  return body?.length ? [open, ...context.blocks(body), closeTagNode(name)] : [open]
}

const refOf = (node: Block) => node.data?.ref as ContentRef

export const embed: NodeFormat = {
  tags: {
    embed: {
      alone: true,
      read(tag, body) {
        const url = attribute(tag, 'url')
        if (url === undefined) return undefined
        const fields = {
          url,
          fullWidth: flag(tag, 'fullWidth'),
          attributes: unknownAttributes(tag, 'url', 'fullWidth'),
        }
        return captioned(voidBlock('embed', fields), body)
      },
    },
  },
  write: {
    embed: (node, context) =>
      writeCaptioned(
        'embed',
        { url: node.data?.url as string, fullWidth: node.data?.fullWidth as boolean },
        node,
        context,
      ),
  },
}

export const file: NodeFormat = {
  tags: {
    file: {
      alone: true,
      read(tag, body, context) {
        const source = attribute(tag, 'src')
        if (source === undefined) return undefined
        return captioned(
          voidBlock('file', { ref: context.options.resolveFile(source), attributes: unknownAttributes(tag, 'src') }),
          body,
        )
      },
    },
  },
  write: {
    file: (node, context) => writeCaptioned('file', { src: context.options.fileTo(refOf(node)) }, node, context),
  },
}

export const contentRef: NodeFormat = {
  tags: {
    'content-ref': {
      alone: true,
      read(tag, body, context) {
        const url = attribute(tag, 'url')
        const link = soleLink(body)
        if (url === undefined || (body.length && !link)) return undefined
        const ref = context.options.resolveLink(url)
        if (link && JSON.stringify(link.ref) !== JSON.stringify(ref)) return undefined
        const label = link && link.label !== labelOf(url) ? link.label : undefined
        return voidBlock('content-ref', { ref, label, attributes: unknownAttributes(tag, 'url') })
      },
    },
    'page-ref': {
      alone: true,
      read(tag, body, context) {
        const page = attribute(tag, 'page')
        if (page === undefined || body.length) return undefined
        return voidBlock('content-ref', {
          ref: context.options.resolveLink(page),
          attributes: unknownAttributes(tag, 'page'),
        })
      },
    },
  },
  write: {
    'content-ref': (node, context) => {
      const url = context.options.linkTo(refOf(node))
      const label = (node.data?.label as string | undefined) ?? labelOf(url)
      return [openTagNode('content-ref', { url }, node), linkLine(url, label), closeTagNode('content-ref')]
    },
  },
}

export const include: NodeFormat = {
  tags: {
    include: {
      alone: true,
      read(tag, body, context) {
        const path = attribute(tag, argument)
        if (path === undefined || body.length) return undefined
        return voidBlock('reusable-content', {
          ref: context.options.resolveInclude(path),
          attributes: unknownAttributes(tag, argument),
        })
      },
    },
  },
  write: {
    'reusable-content': (node, context) => [
      openTagNode('include', { [argument]: context.options.includeTo(refOf(node)) }, node),
    ],
  },
}
