// Where the script tells readers what it did, and the words it needs for that.
import { attributes, type Html, html } from '../../render/html/index.ts'
import { STATIC } from '../../server/static-files.ts'
import type { Frame } from '../model/frame.ts'

export function drawStatus({ words, events, home }: Frame): Html {
  const { copied, failed, enlarge, close } = words.script
  const own = attributes({
    'data-copied': copied,
    'data-failed': failed,
    'data-enlarge': enlarge,
    'data-close': close,
    'data-diagrams': `${home}${STATIC}/diagram`,
    'data-events': events?.href,
    'data-page': events?.page,
  })
  return html`<div class="toast" id="lectern-status" role="status"${own}></div>
`
}
