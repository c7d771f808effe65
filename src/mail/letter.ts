// What a mail says, and how it looks: HTML and the same in plain text. Values are escaped by the template; there are no
// pictures and nothing is loaded from elsewhere.
import { html, join, linkUrl, NOTHING } from '../render/html/index.ts'

export interface Letter {
  subject: string
  /** Paragraphs of plain text. */
  lines: readonly string[]
  /** What a summary lists. */
  entries?: readonly Entry[]
  button?: { label: string; url: string }
  /** Small print at the end: why the recipient gets this mail, and what to do about it. */
  notes: readonly string[]
  /** Where one click ends mails of this kind. */
  unsubscribeUrl?: string
}

/** A letter that is ready to be sent. */
export interface Addressed {
  to: string
  letter: Letter
}

export interface Entry {
  title: string
  detail: string
  /** When it happened, as the recipient reads it. */
  when: { text: string; language: string }
  url: string
}

/** Shows whether the server can send mail. */
export const testLetter = (url: string, how: string): Letter => ({
  subject: 'Lectern can send mail',
  lines: ['This is a test. If you can read it, people will receive their invitations, links and notifications.'],
  button: { label: 'Open Lectern', url },
  notes: [`Somebody who runs this server sent this mail ${how}.`],
})

const STYLE = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f6f4ee; color: #1d1b16; font: 16px/1.55 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.frame { width: 100%; border-collapse: collapse; }
.outer { padding: 32px 16px; }
.card { max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e6e2d8; border-radius: 12px; }
h1 { margin: 0 0 16px; font: 600 22px/1.3 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
p { margin: 0 0 16px; overflow-wrap: anywhere; white-space: pre-line; }
.entry { padding: 12px 0; border-top: 1px solid #e6e2d8; }
.entry a { color: #9a3412; font-weight: 600; text-decoration: none; }
.detail { display: block; color: #6b665b; font-size: 14px; }
.button { display: inline-block; padding: 11px 20px; border-radius: 8px; background: #9a3412; color: #ffffff; font-weight: 600; text-decoration: none; }
.notes { max-width: 560px; margin: 16px auto 0; color: #6b665b; font-size: 13px; line-height: 1.5; }
.notes p { margin: 0 0 6px; } .notes a { color: #6b665b; }
@media (prefers-color-scheme: dark) {
  body { background: #171613; color: #ece8df; }
  .card { background: #201e1a; border-color: #35322b; } .entry { border-color: #35322b; }
  .entry a { color: #fdba74; } .detail, .notes, .notes a { color: #a39d90; }
  .button { background: #fdba74; color: #1d1b16; }
}
</style>`

export function drawLetter(letter: Letter): { html: string; text: string } {
  return { html: drawHtml(letter), text: drawText(letter) }
}

function drawHtml({ subject, lines, entries = [], button, notes, unsubscribeUrl }: Letter): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>${STYLE}</head>
<body><table class="frame" role="presentation"><tr><td class="outer"><div class="card">
<h1>${subject}</h1>
${join(lines.map((line) => html`<p>${line}</p>`))}
${join(entries.map(({ title, detail, when, url }) => html`<div class="entry"><a href="${linkUrl(url)!}">${title}</a><span class="detail">${detail}</span><span class="detail" lang="${when.language}" dir="auto">${when.text}</span></div>`))}
${button ? html`<p><a class="button" href="${linkUrl(button.url)!}">${button.label}</a></p>` : NOTHING}
</div><div class="notes">${join(notes.map((note) => html`<p>${note}</p>`))}
${unsubscribeUrl ? html`<p><a href="${linkUrl(unsubscribeUrl)!}">Unsubscribe</a></p>` : NOTHING}</div></td></tr></table></body></html>`
    .text
}

function drawText({ subject, lines, entries = [], button, notes, unsubscribeUrl }: Letter): string {
  return [
    subject,
    ...lines,
    ...entries.map(({ title, detail, when, url }) => `* ${title}\n  ${detail}\n  ${when.text}\n  ${url}`),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    '-- ',
    ...notes,
    ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : []),
  ].join('\n\n')
}
