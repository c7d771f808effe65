// Uploads a file of an organization. `fetch` does not tell how much was sent.
import { words } from '../words.ts'
import { call } from './api/client.ts'
import type { Input } from './api/operations.ts'

const UPLOAD = 'POST /orgs/:organizationId/storage/upload'

/** Returns the key of the upload. */
export async function uploadFile(
  organizationId: string,
  file: File,
  kind: Input<typeof UPLOAD>['body']['kind'],
  progress: (share: number) => void = () => {},
): Promise<string> {
  const { url, key } = await call(UPLOAD, {
    organizationId,
    body: {
      file: { name: file.name, type: file.type || 'application/octet-stream', size: file.size },
      kind,
    },
  })
  await put(url, file, progress)
  return key
}

const put = (url: string, file: File, progress: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total))
    request.addEventListener('error', () => reject(new Error(words.unreachable)))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(new Error(refusalIn(request)))))
    request.send(file)
  })

/** What the server says about it, or else its status. */
function refusalIn({ responseText, statusText, status }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { error: { message: string } }).error.message
  } catch {
    return statusText || String(status)
  }
}
