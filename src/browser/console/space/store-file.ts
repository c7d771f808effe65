// Stores a file in the content that is written, with the share that has arrived.
import type { FileJson } from '../../../shapes/files.ts'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { base } from '../base.ts'
import type { Content } from './content.ts'

/** The body of a request has a limit, and Base64 takes a third more than the bytes. */
const MAX_MEGABYTES = 14

export async function storeFile(
  { space, changeRequest }: Content,
  file: File,
  progress: (share: number) => void,
): Promise<FileJson> {
  if (file.size > MAX_MEGABYTES * 1024 * 1024) throw new Error(editorWords.tooLarge(MAX_MEGABYTES))
  const place = `/spaces/${space}${changeRequest ? `/change-requests/${changeRequest}` : ''}/content?compat=false`
  const changes = [{ operation: 'insert_files', files: [{ base64: await dataUrl(file), name: file.name }] }]
  const reply = await post(`${base}/v1${place}`, JSON.stringify({ changes }), progress)
  return reply.insertedFiles[0]!
}

/** The bytes as the API takes them. */
export const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })

/** `fetch` does not tell how much of a body was sent. */
const post = (url: string, body: string, progress: (share: number) => void): Promise<{ insertedFiles: FileJson[] }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('x-lectern-console', '1')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total))
    request.addEventListener('error', () => reject(new Error(words.unreachable)))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.response)
      else reject(new Error(request.response?.error?.message ?? request.statusText))
    })
    request.send(body)
  })
