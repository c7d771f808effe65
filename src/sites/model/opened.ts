// What opens in place of a page without a document: the first document of a group, the target of a link.
import type { Db } from '../../db/tables.ts'
import { addressOf } from '../../domain/drawing/index.ts'
import { readContent, type View } from '../../domain/revisions/index.ts'
import type { Page } from '../../engine/tree/records.ts'
import { linkUrl } from '../../render/html/index.ts'
import type { Located } from './reading-order.ts'

export async function openedFrom(db: Db, { tree }: View, page: Page): Promise<Located | { url: string } | undefined> {
  const target = page.type === 'link' ? page.target : undefined
  if (target?.kind === 'url') {
    const url = linkUrl(target.url)
    return url && { url: url.text }
  }
  const id = target?.kind === 'page' && target.space === undefined ? target.page : page.id
  return (await readContent(db, addressOf(tree, id)))?.opened
}
