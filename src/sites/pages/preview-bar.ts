// The bar above a preview: what is shown, and how to leave.
import { type Html, html, linkUrl } from '../../render/html/index.ts'
import type { Frame } from '../model/frame.ts'
import type { PreviewBar } from '../model/preview.ts'

function textOf({ shown }: PreviewBar, words: Frame['words']): string {
  switch (shown.kind) {
    case 'change-request':
      return `${words.previewOfChangeRequest} #${shown.number}${shown.subject && ` · ${shown.subject}`}`
    case 'revision':
      return words.previewOfRevision
    case 'moment':
      return `${words.previewOfMoment} ${shown.at.slice(0, 16).replace('T', ' ')} UTC`
    case 'site':
      return words.preview
  }
}

export function drawPreviewBar({ preview: bar, words }: Frame): Html | undefined {
  if (!bar) return undefined
  const claims = bar.claims.length > 0 ? html` <span class="claims">${bar.claims.join(', ')}</span>` : undefined
  return html`<aside class="preview-bar" aria-label="${words.preview}"><div class="wrap"><p><strong>${textOf(bar, words)}</strong>${claims}</p><a href="${linkUrl(bar.leave)}">${words.leavePreview}</a></div></aside>
`
}
