// Pictures in comments. Bodies name them by their address in the API; what is shown is a link that lasts for a while.
import { signal } from '@preact/signals'
import type { Document } from '../../../engine/document.ts'
import { mapReferences } from '../../../engine/links.ts'
import type { DrawnFile, Surroundings } from '../../../render/html/index.ts'
import { editorWords } from '../../words-editor.ts'
import { call } from '../api/client.ts'
import { Later } from '../later.ts'
import { dataUrl } from '../space/store-file.ts'

const FILE = '/spaces/:spaceId/comment-files'
const ADDRESS = /\/v1\/spaces\/([\w-]+)\/comment-files\/([\w-]+)$/
const MAX_MEGABYTES = 10

/** Changes when a picture is there. */
export const arrived = signal(0)

const pictures = new Later(load, () => {
  arrived.value++
})

async function load(key: string): Promise<DrawnFile> {
  const [spaceId, commentFileId] = key.split('/') as [string, string]
  const { name, size, contentType, downloadURL, dimensions } = await call(`GET ${FILE}/:commentFileId`, {
    spaceId,
    commentFileId,
  })
  return { name, size, contentType, href: downloadURL, ...dimensions }
}

/** The body, and what it needs to be drawn with its pictures. */
export function withPictures(document: Document, space: string, surroundings: Surroundings): [Document, Surroundings] {
  const own = new Set<string>()
  const mapped = mapReferences(document, (ref) => {
    const [, of, id] = (ref.kind === 'url' && ADDRESS.exec(ref.url)) || []
    if (of !== space) return ref
    own.add(id!)
    return { kind: 'file', file: id! }
  })
  if (own.size === 0) return [document, surroundings]
  const file = (id: string) => (own.has(id) ? pictures.get(`${space}/${id}`) : surroundings.file(id))
  return [mapped, { ...surroundings, file }]
}

export const picturesOf = (files: FileList | undefined): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Returns the markdown that shows it. */
export async function storePicture(spaceId: string, file: File): Promise<string> {
  if (file.size > MAX_MEGABYTES * 1024 * 1024) throw new Error(editorWords.tooLarge(MAX_MEGABYTES))
  const body = { name: file.name, base64: await dataUrl(file) }
  const { name, urls } = await call(`POST ${FILE}`, { spaceId, body })
  return `![${name.replaceAll(/[\\[\]]/g, '')}](${urls.location})`
}
