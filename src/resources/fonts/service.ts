import type { Db } from '../../db/tables.ts'
import {
  type Face,
  facesOf,
  findFont,
  insertFont,
  listFonts,
  removeFont,
  toCustomFont,
  updateFont,
} from '../../domain/customization/index.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { findUpload } from '../../files/uploads.ts'
import { implement } from '../../server/operation.ts'
import { fontRoutes } from './routes.ts'

const REGULAR = 400
const KIND = 'customization_font'

export const fonts = implement(fontRoutes, {
  async listCustomFonts({ db, organization, page, files, urls }) {
    const { rows, count, next } = await listFonts(db, organization.id, page)
    return { items: rows.map((font) => toCustomFont(font, organization, files, urls)), count, next }
  },

  async createCustomFont({ db, organization, body, files, urls, report }) {
    const faces = await applied([], body.fontFaces, files, organization.id)
    const font = await insertFont(db, { organization_id: organization.id, font_family: body.fontFamily, faces })
    report({ target: { kind: 'font', id: font.id } })
    return toCustomFont(font, organization, files, urls)
  },

  async getCustomFont({ db, organization, params, files, urls }) {
    return toCustomFont(await loadFont(db, organization.id, params.fontId), organization, files, urls)
  },

  async updateCustomFont({ db, organization, params, body, files, urls, report }) {
    const font = await loadFont(db, organization.id, params.fontId)
    const faces = await applied(facesOf(font), body.fontFaces ?? [], files, organization.id)
    report({ target: { kind: 'font', id: font.id } })
    const updated = await updateFont(db, font.id, { fontFamily: body.fontFamily, faces })
    return toCustomFont(updated, organization, files, urls)
  },

  async deleteCustomFont({ db, organization, params, report }) {
    const { id } = await loadFont(db, organization.id, params.fontId)
    await removeFont(db, id)
    report({ target: { kind: 'font', id } })
  },
})

async function loadFont(db: Db, organizationId: string, id: string) {
  const font = await findFont(db, organizationId, id)
  if (!font) throw problem('notFound')
  return font
}

interface GivenFace {
  weight: number
  storageKey: string | null
}

/** Applies changes to the faces: a storage key sets the file of a weight, null removes the weight. */
async function applied(before: readonly Face[], given: readonly GivenFace[], files: Files, organization: string) {
  const faces = new Map(before.map((face) => [face.weight, face]))
  for (const { weight, storageKey } of given) {
    if (storageKey === null) faces.delete(weight)
    else faces.set(weight, { weight, ...(await fileUnder(storageKey, files, organization)) })
  }
  if (!faces.has(REGULAR)) throw problem('regularWeightMissing')
  return [...faces.values()]
}

const FORMATS: Record<string, Face['format']> = { 'font/woff2': 'woff2', 'font/woff': 'woff' }

async function fileUnder(key: string, { store }: Files, organization: string): Promise<Omit<Face, 'weight'>> {
  const uploaded = await findUpload(store, { organization, key })
  const format = uploaded?.kind === KIND ? FORMATS[uploaded.contentType] : undefined
  if (!uploaded?.blob || !format) throw problem('uploadMissing')
  return { format, blob: uploaded.blob, name: uploaded.name, contentType: uploaded.contentType }
}
