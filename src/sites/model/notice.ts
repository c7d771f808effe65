// What readers are told where a site cannot be shown: in its own language if they may know that it is there, else in
// theirs.
import type { FastifyRequest } from 'fastify'
import { settingsOf } from '../../domain/customization/index.ts'
import { findSiteByUrl } from '../../domain/site-paths/index.ts'
import type { ApiError } from '../../errors.ts'
import type { Notice } from '../pages/notice.ts'
import { urlOf } from '../request.ts'
import type { SiteServices } from '../services.ts'
import { againOf } from '../visitor/admission.ts'
import { LOCALES, type Locale, localeFor, type SiteWords } from '../words.ts'

const KNOWN: Record<string, keyof SiteWords['notice']> = {
  visitorSignIn: 'signIn',
  visitorTokenExpired: 'expired',
  previewEnded: 'previewEnded',
}

export async function noticeOf(
  { db, urls }: SiteServices,
  request: FastifyRequest,
  status: number,
  error: ApiError | undefined,
): Promise<Notice> {
  const url = urlOf(request, urls)
  const isThere = status !== 404 || error?.name === 'previewEnded'
  const found = isThere && url ? await findSiteByUrl(db, url, urls) : undefined
  const language: Locale = found
    ? settingsOf(found.site).internationalization.locale
    : localeFor(request.headers['accept-language'])
  const { notice } = LOCALES[language]
  if (!isThere || !error) return { language, title: notice.noSite, text: notice.noSiteText }
  const link = url && { title: notice.again, href: againOf(url) }
  const known = KNOWN[error.name]
  if (known) return { language, title: notice.refused, text: notice[known], link }
  const isToken = error.name.startsWith('visitorToken')
  const text = isToken ? notice.invalid : error.message
  return { language, title: notice.refused, text, detail: isToken ? error.message : undefined, link }
}
