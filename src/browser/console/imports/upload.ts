// Uploads a file to import. `fetch` does not tell how much was sent.
import { words } from '../../words.ts'
import { call } from '../api/client.ts'

/** Returns the key of the upload. */
export async function uploadForImport(
  organizationId: string,
  file: File,
  progress: (share: number) => void,
): Promise<string> {
  const { url, key } = await call('POST /orgs/:organizationId/storage/upload', {
    organizationId,
    body: {
      file: { name: file.name, type: file.type || 'application/octet-stream', size: file.size },
      kind: 'import_file',
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
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new Error(request.statusText || String(request.status))),
    )
    request.send(file)
  })
