// The layout of a page ⇄ `layout` in its front matter: `title: { visible: false }`, `cover: { visible: true, size: hero }`.
import type { Json } from '../engine/objects.ts'
import { isRecord } from './model.ts'

type Fields = Record<string, Json>

/** In the order of writing. */
const PARTS = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata']

/** Separates known from unknown parts of a layout. */
export function readLayout(written: Fields): { layout?: Fields; rest?: Fields } {
  const layout: Fields = {}
  const rest: Record<string, Json> = { ...written }
  if (written.width === 'default' || written.width === 'wide') {
    layout.width = written.width
    delete rest.width
  }
  for (const part of PARTS) {
    const given = written[part]
    if (!isRecord(given)) continue
    const { visible, size, ...more } = given
    if (typeof visible === 'boolean') layout[part] = visible
    const isSize = part === 'cover' && (size === 'full' || size === 'hero')
    if (isSize) layout.coverSize = size
    const left = withoutEmpty({ ...more, ...(typeof visible !== 'boolean' && { visible }), ...(!isSize && { size }) })
    if (Object.keys(left).length > 0 || Object.keys(given).length === 0) rest[part] = left
    else delete rest[part]
  }
  const isKnown = Object.keys(layout).length > 0 || Object.keys(written).length === 0
  return { ...(isKnown && { layout }), ...(Object.keys(rest).length > 0 && { rest }) }
}

export function writeLayout(layout: Fields, rest: Fields): Fields {
  const written: Record<string, Json> = {}
  if (layout.width !== undefined) written.width = layout.width
  for (const part of PARTS) {
    const known = withoutEmpty({ visible: layout[part], size: part === 'cover' ? layout.coverSize : undefined })
    const left = rest[part]
    if (Object.keys(known).length > 0) written[part] = { ...known, ...(isRecord(left) ? left : {}) }
  }
  return { ...written, ...Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in written))) }
}

const withoutEmpty = (fields: Record<string, Json | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
