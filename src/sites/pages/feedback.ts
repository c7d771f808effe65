// The question whether a page helped, and what the reader wants to add: forms, so that they work without script.
import { attributes, type Html, html, linkUrl } from '../../render/html/index.ts'
import { MAX_COMMENT } from '../../resources/insights/index.ts'
import type { PageModel } from '../model/page.ts'

const RATINGS = ['good', 'ok', 'bad'] as const

/** After an answer, the address leads to the thanks, which are hidden until then. */
export const THANKS = 'lectern-thanks'
export const THANKS_FOR_COMMENT = 'lectern-comment-thanks'

export function drawFeedback({ feedback, words }: PageModel): Html | undefined {
  if (!feedback) return undefined
  const form = attributes({ method: 'post', action: linkUrl(feedback.href) })
  const page = html`<input type="hidden" name="page" value="${feedback.page}">`
  const said = words.feedback
  const buttons = RATINGS.map(
    (rating) => html`<button class="btn s" name="rating" value="${rating}">${said[rating]}</button>`,
  )
  return html`<lectern-feedback class="feedback"><form${form}>${page}<fieldset><legend dir="auto">${said.question}</legend>${buttons}</fieldset></form>
<div class="thanks" id="${THANKS}"><p role="status" dir="auto">${said.thanks}</p><form${form}>${page}<label for="lectern-comment" dir="auto">${said.comment}</label><textarea id="lectern-comment" name="comment" rows="3" maxlength="${MAX_COMMENT}" required></textarea><button class="btn s">${said.send}</button></form></div>
<p class="thanks" id="${THANKS_FOR_COMMENT}" role="status" dir="auto">${said.thanksForComment}</p></lectern-feedback>
`
}
