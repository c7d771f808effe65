// Signed URLs of PDFs. They name the space, the revision and the pages to print.
import type { Signer } from '../../files/signing.ts'
import { HOUR } from '../../lib/time.ts'

export interface Print {
  space: string
  revision: string
  /** '' for main content. */
  changeRequest: string
  /** '' for all pages. */
  page: string
  only: boolean
  /** The revision whose differences are marked; '' for none. */
  from: string
  /** The share link through which it was asked for, without which it is not there; '' for none. */
  shareLink: string
}

export const PDFS = '/pdf/:space/:revision/:name'

const LINK_TTL = HOUR

const partsOf = ({ space, revision, changeRequest, page, only, from, shareLink }: Print): string[] => [
  space,
  revision,
  changeRequest,
  page,
  String(only),
  from,
  ...(shareLink ? [shareLink] : []),
]

export function pdfPath(signer: Signer, print: Print, name: string, at = Date.now()): string {
  const expires = String(at + LINK_TTL)
  const { space, revision, changeRequest, page, only, from, shareLink } = print
  const signature = signer.sign('pdf', ...partsOf(print), expires)
  const params = {
    ...(changeRequest && { changeRequest }),
    ...(page && { page }),
    ...(only && { only: 'true' }),
    ...(from && { from }),
    ...(shareLink && { shareLink }),
  }
  return `/pdf/${space}/${revision}/${encodeURIComponent(name)}?${new URLSearchParams({ ...params, expires, signature })}`
}

export function openPdfLink(
  signer: Signer,
  given: Record<string, unknown>,
): (Print & { expiresAt: number }) | undefined {
  const text = (name: string) => String(given[name] ?? '')
  const print: Print = {
    space: text('space'),
    revision: text('revision'),
    changeRequest: text('changeRequest'),
    page: text('page'),
    only: text('only') === 'true',
    from: text('from'),
    shareLink: text('shareLink'),
  }
  if (!signer.isSigned(text('signature'), 'pdf', ...partsOf(print), text('expires'))) return undefined
  return { ...print, expiresAt: Number(text('expires')) }
}
