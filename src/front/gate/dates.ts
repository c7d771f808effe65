// Dates as people read them, written the way of their language.
import { writeDay, writeMinute } from '../../lib/locales.ts'
import type { Timestamp } from '../../lib/time.ts'
import { attributes, type Html, html } from '../../render/html/index.ts'

const time = (at: Timestamp, language: string | null, text: string): Html =>
  html`<time datetime="${at}"${attributes({ lang: language, dir: language && 'auto' })}>${text}</time>`

/** 16 Nov 2026 */
export const day = (at: Timestamp, language: string | null): Html => time(at, language, writeDay(at, language))

/** 16 Nov 2026, 22:20 UTC */
export const minute = (at: Timestamp, language: string | null): Html => time(at, language, writeMinute(at, language))
