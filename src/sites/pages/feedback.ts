// The question whether a page helped: a form, so that it works without script.
import { attributes, type Html, html, linkUrl } from '../../render/html/index.ts'
import type { PageModel } from '../model/page.ts'

const RATINGS = ['good', 'ok', 'bad'] as const

/** After the answer, the address leads to the thanks, which are hidden until then. */
export const THANKS = 'lectern-thanks'

export function drawFeedback({ feedback, words }: PageModel): Html | undefined {
  if (!feedback) return undefined
  const own = attributes({ class: 'feedback', method: 'post', action: linkUrl(feedback.href) })
  const buttons = RATINGS.map(
    (rating) => html`<button class="btn s" name="rating" value="${rating}">${words.feedback[rating]}</button>`,
  )
  return html`<lectern-feedback><form${own}><input type="hidden" name="page" value="${feedback.page}"><fieldset><legend>${words.feedback.question}</legend>${buttons}</fieldset><p class="thanks" id="${THANKS}" role="status">${words.feedback.thanks}</p></form></lectern-feedback>
`
}
