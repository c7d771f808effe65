// A document with its operations and schemas written out, for readers who get text.
import { isApiBlock, type Labels, writeOperation, writeSchema } from '../../computed/reference/index.ts'
import type { Block, Document } from '../../engine/document.ts'
import { blocksIn, mapChildren } from '../../engine/walk.ts'
import { loadOperations } from './operations.ts'
import type { Place } from './place.ts'

type Where = Pick<Place, 'db' | 'space' | 'view' | 'store'>

/** `title` stands above the document, and is not repeated. */
export async function withWrittenOperations(
  place: Where,
  document: Document,
  { labels, title }: { labels: Labels; title?: string },
): Promise<Document> {
  if (!blocksIn(document).some(({ type }) => isApiBlock(type))) return document
  const shown = await loadOperations(place, document)
  const written = (block: Block): Block[] => {
    const operation = shown.operation(block)
    if (operation) return writeOperation(operation, labels, operation.title === title)
    const { schemas } = (block.data ?? {}) as { schemas?: unknown }
    const names = block.type === 'openapi-schemas' && Array.isArray(schemas) ? schemas.map(String) : []
    const known = names.flatMap((name) => {
      const schema = shown.schema(block, name)
      return schema ? writeSchema(name, schema, labels) : []
    })
    return known.length > 0 ? known : [block]
  }
  return mapChildren(document, (children) =>
    children.flatMap((node) => (node.object === 'block' && isApiBlock(node.type) ? written(node) : [node])),
  )
}
