// Signed URLs of exports. They name the site, whose rights they have, the moment, and the claims of the visitor.
import type { Signer } from '../../files/signing.ts'
import { HOUR } from '../../lib/time.ts'

export interface ExportLink {
  site: string
  /** The member whose spaces of the site the export contains. */
  member: string
  /** '' for now. */
  at: string
  /** As JSON. */
  claims: string
}

export const EXPORTS = '/~exports/:site/:name'

const LINK_TTL = HOUR

const partsOf = ({ site, member, at, claims }: ExportLink): string[] => [site, member, at, claims]

export function exportPath(signer: Signer, link: ExportLink, name: string): string {
  const expires = String(Date.now() + LINK_TTL)
  const signature = signer.sign('export', ...partsOf(link), expires)
  const { site, member, at, claims } = link
  const query = new URLSearchParams({ member, ...(at && { at }), claims, expires, signature })
  return `/~exports/${site}/${encodeURIComponent(name)}?${query}`
}

export function openExportLink(
  signer: Signer,
  given: Record<string, unknown>,
): (ExportLink & { expiresAt: number }) | undefined {
  const text = (name: string) => String(given[name] ?? '')
  const link = { site: text('site'), member: text('member'), at: text('at'), claims: text('claims') }
  if (!signer.isSigned(text('signature'), 'export', ...partsOf(link), text('expires'))) return undefined
  return { ...link, expiresAt: Number(text('expires')) }
}
