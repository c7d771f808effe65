// Bodies: a schema for each media type.
import type { ShownContent } from '../../../computed/reference/index.ts'
import { sign } from '../signs.ts'
import { type Html, html } from '../template.ts'
import { type Drawing, drawSchema } from './schema.ts'

export function drawContents(contents: readonly ShownContent[], drawing: Drawing): Html[] {
  return contents.map(({ type, schema }, at) => {
    const body = schema ? drawSchema(schema, drawing) : undefined
    const head = html`<p class="media"><code>${type}</code></p>`
    // Readers rarely need the same in another form.
    if (at === 0 || !body || body.text === '') return html`${head}${body}`
    return html`<details class="fold"><summary>${sign('right')}<code>${type}</code></summary>${body}</details>`
  })
}
