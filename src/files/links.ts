// The signed addresses under which bytes leave and enter the server. What such an address says is signed with it, so
// nothing has to be looked up, and nobody can change it.
import type { Signer } from './signing.ts'
import { linkEnd } from './signing.ts'

/** What is downloaded, and as what. */
export interface Download {
  blob: string
  name: string
  contentType: string
}

export const DOWNLOADS = '/files/:blob/:name'

export function downloadPath(signer: Signer, { blob, name, contentType }: Download, end = linkEnd()): string {
  const expires = String(end)
  const signature = signer.sign('download', blob, name, contentType, expires)
  const query = `type=${encodeURIComponent(contentType)}&expires=${expires}&signature=${signature}`
  return `/files/${blob}/${encodeURIComponent(name)}?${query}`
}

/** What is uploaded: exactly so many bytes, once, under this key. */
export interface Upload {
  key: string
  organization: string
  kind: string
  name: string
  size: number
}

export const UPLOADS = '/uploads/:key'

export function uploadPath(signer: Signer, upload: Upload, end: number): string {
  const { key, organization, kind, name, size } = upload
  const signed = { organization, kind, name, size: String(size), expires: String(end) }
  const signature = signer.sign('upload', key, ...Object.values(signed))
  return `/uploads/${key}?${new URLSearchParams({ ...signed, signature })}`
}

/** A link as it came in; `ends` is when it stops to be good. */
export type Opened<T> = T & { ends: number }

type Given = Record<string, unknown>

export function openDownload(signer: Signer, given: Given): Opened<Download> | undefined {
  const [blob, name, type, expires] = texts(given, 'blob', 'name', 'type', 'expires')
  if (!signer.isSigned(String(given.signature), 'download', blob!, name!, type!, expires!)) return undefined
  return { blob: blob!, name: name!, contentType: type!, ends: Number(expires) }
}

export function openUpload(signer: Signer, given: Given): Opened<Upload> | undefined {
  const signed = texts(given, 'key', 'organization', 'kind', 'name', 'size', 'expires')
  if (!signer.isSigned(String(given.signature), 'upload', ...signed)) return undefined
  const [key, organization, kind, name, size, expires] = signed as [string, string, string, string, string, string]
  return { key, organization, kind, name, size: Number(size), ends: Number(expires) }
}

const texts = (given: Given, ...names: string[]): string[] => names.map((name) => String(given[name] ?? ''))
