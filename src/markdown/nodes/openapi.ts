// OpenAPI blocks: `{% openapi src path method %}`, formerly `swagger`, refers to a file or URL, the others to a
// specification by its slug.

import type { Block } from '../../engine/document.ts'
import { type Data, voidBlock } from '../model.ts'
import type { ContentRef } from '../options.ts'
import type { TagNode } from '../syntax/tag.ts'
import { operation, readOperation } from './api-method.ts'
import type { NodeFormat, TagReader, WriteContext } from './contract.ts'
import {
  attribute,
  closeTagNode,
  flag,
  linkLine,
  openTagNode,
  soleLink,
  type TagAttributes,
  unknownAttributes,
} from './tags.ts'

interface Source {
  label: string
  ref: ContentRef
}

// The link in the body is the URL of the specification, which only the server knows, so it is kept.
function source(body: Block[]): { source?: Source } | undefined {
  return body.length ? soleLink(body) && { source: soleLink(body) } : {}
}

function writeSource(name: string, attributes: TagAttributes, node: Block, context: WriteContext) {
  const open = openTagNode(name, attributes, node)
  const link = node.data?.source as Source | undefined
  return link ? [open, linkLine(context.options.linkTo(link.ref), link.label), closeTagNode(name)] : [open]
}

const bySource = (form?: 'swagger'): TagReader => ({
  alone: true,
  whole: operation,
  read(tag, body, context) {
    const src = attribute(tag, 'src')
    const link = source(body)
    if (src === undefined || !link) return form && readOperation(tag, body)
    const ref = context.options.resolveFile(src)
    const repeats =
      link.source?.label === src && JSON.stringify(link.source.ref) === JSON.stringify(context.options.resolveLink(src))
    const fields = { ref, ...pointer(tag), expanded: flag(tag, 'expanded'), fullWidth: flag(tag, 'fullWidth') }
    const rest = unknownAttributes(tag, 'src', 'path', 'method', 'expanded', 'fullWidth')
    return voidBlock('swagger', { ...fields, ...(repeats ? { linked: true } : link), form, attributes: rest })
  },
})

const pointer = (tag: TagNode) => ({ path: attribute(tag, 'path'), method: attribute(tag, 'method') })

function bySpec(type: string, fields: (tag: TagNode) => Data, known: string[]): TagReader {
  return {
    alone: true,
    read(tag, body) {
      const spec = attribute(tag, 'spec')
      const link = source(body)
      if (spec === undefined || !link) return undefined
      return voidBlock(type, {
        ref: { kind: 'openapi', spec },
        ...fields(tag),
        ...link,
        attributes: unknownAttributes(tag, 'spec', ...known),
      })
    },
  }
}

const spec = (node: Block) => (node.data?.ref as ContentRef | undefined)?.spec as string
const field = (node: Block, name: string) => node.data?.[name] as string | undefined

function writeOpenapi(node: Block, context: WriteContext) {
  const src = context.options.fileTo(node.data?.ref as ContentRef)
  const attributes = {
    src,
    path: field(node, 'path'),
    method: field(node, 'method'),
    expanded: field(node, 'expanded'),
    fullWidth: field(node, 'fullWidth'),
  }
  const name = field(node, 'form') === 'swagger' ? 'swagger' : 'openapi'
  if (node.data?.linked !== true) return writeSource(name, attributes, node, context)
  return [openTagNode(name, attributes, node), linkLine(src, src), closeTagNode(name)]
}

export const openapiFamily: NodeFormat = {
  tags: {
    openapi: bySource(),
    swagger: bySource('swagger'),
    'openapi-operation': bySpec('openapi-operation', (tag) => ({ ...pointer(tag), headless: flag(tag, 'headless') }), [
      'path',
      'method',
      'headless',
    ]),
    'openapi-webhook': bySpec(
      'openapi-webhook',
      (tag) => ({ name: attribute(tag, 'name'), method: attribute(tag, 'method'), headless: flag(tag, 'headless') }),
      ['name', 'method', 'headless'],
    ),
    'openapi-schemas': bySpec(
      'openapi-schemas',
      (tag) => ({ schemas: attribute(tag, 'schemas')?.split(',') ?? [], grouped: flag(tag, 'grouped') }),
      ['schemas', 'grouped'],
    ),
  },
  write: {
    swagger: writeOpenapi,
    'openapi-operation': (node, context) =>
      writeSource(
        'openapi-operation',
        {
          spec: spec(node),
          path: field(node, 'path'),
          method: field(node, 'method'),
          headless: field(node, 'headless'),
        },
        node,
        context,
      ),
    'openapi-webhook': (node, context) =>
      writeSource(
        'openapi-webhook',
        {
          spec: spec(node),
          name: field(node, 'name'),
          method: field(node, 'method'),
          headless: field(node, 'headless'),
        },
        node,
        context,
      ),
    'openapi-schemas': (node, context) => {
      const schemas = node.data?.schemas as string[]
      const attributes = {
        spec: spec(node),
        schemas: schemas.length ? schemas.join(',') : undefined,
        grouped: field(node, 'grouped'),
      }
      return writeSource('openapi-schemas', attributes, node, context)
    },
  },
}
