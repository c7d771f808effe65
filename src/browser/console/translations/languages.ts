// The languages that the API knows, by their names.
import type { ReplyTo } from '../api/operations.ts'

export type Language = ReplyTo<'GET /orgs/:organizationId/translations'>['items'][number]['languages'][number]

const CODES =
  'en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'

const names = new Intl.DisplayNames(['en'], { type: 'language' })

export const nameOfLanguage = (code: string): string => names.of(code) ?? code

export const LANGUAGES = (CODES.split(' ') as Language[]).sort((a, b) =>
  nameOfLanguage(a).localeCompare(nameOfLanguage(b)),
)
