// Signed links for downloads and uploads. The signature covers all parameters, so that a link cannot be modified and
// needs no lookup.
import type { Signer } from './signing.ts'
import { linkExpiry } from './signing.ts'

/** The parameters of a download link. */
export interface Download {
  blob: string
  name: string
  contentType: string
}

export const DOWNLOADS = '/files/:blob/:name'

export function downloadPath(signer: Signer, { blob, name, contentType }: Download, end = linkExpiry()): string {
  const expires = String(end)
  const signature = signer.sign('download', blob, name, contentType, expires)
  const query = `type=${encodeURIComponent(contentType)}&expires=${expires}&signature=${signature}`
  return `/files/${blob}/${encodeURIComponent(name)}?${query}`
}

/** The widths in which pictures are offered. A link with any of them is as valid as one without. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1920]

/** The formats of pictures that are offered in several widths. */
export const SIZED_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** The link to a picture in a smaller width. */
export const withWidth = (link: string, width: number): string => `${link}&width=${width}`

/** The parameters of an upload link: exactly `size` bytes, once, for this key. */
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

/** A link with a valid signature. It may have expired. */
export type VerifiedLink<T> = T & { expiresAt: number }

type Given = Record<string, unknown>

export function verifyDownload(signer: Signer, given: Given): VerifiedLink<Download> | undefined {
  const [blob, name, type, expires] = texts(given, 'blob', 'name', 'type', 'expires')
  if (!signer.isSigned(String(given.signature), 'download', blob!, name!, type!, expires!)) return undefined
  return { blob: blob!, name: name!, contentType: type!, expiresAt: Number(expires) }
}

export function verifyUpload(signer: Signer, given: Given): VerifiedLink<Upload> | undefined {
  const signed = texts(given, 'key', 'organization', 'kind', 'name', 'size', 'expires')
  if (!signer.isSigned(String(given.signature), 'upload', ...signed)) return undefined
  const [key, organization, kind, name, size, expires] = signed as [string, string, string, string, string, string]
  return { key, organization, kind, name, size: Number(size), expiresAt: Number(expires) }
}

const texts = (given: Given, ...names: string[]): string[] => names.map((name) => String(given[name] ?? ''))
