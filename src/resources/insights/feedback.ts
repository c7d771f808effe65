// What readers say about pages: of each reader and page the last rating, and the last comment.
import type { Static } from 'typebox'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Event, FeedbackQuery, SiteFeedback } from './schemas.ts'
import { readUserAgent } from './user-agent.ts'

type Feedback = Row<'site_feedback'>

/** Identifies what one reader said about one page. */
export const feedbackId = (siteId: string, visitorId: string, spaceId: string, pageId: string): string =>
  sha256(JSON.stringify(['feedback', siteId, visitorId, spaceId, pageId])).slice(0, 22)

/** Keeps the feedback in an event, in place of what the same reader said before. Programs say nothing. */
export async function keepFeedback(db: Db, siteId: string, event: Event & { at: string }): Promise<void> {
  const { feedback, session, location, at } = event
  const { space, page, url } = location
  if (!feedback || !space || !page || readUserAgent(session.userAgent).bot !== '') return
  const said = {
    url,
    rating: feedback.rating,
    given_at: at as Timestamp,
    ...(feedback.comment !== undefined && { comment: feedback.comment }),
  }
  await db
    .insertInto('site_feedback')
    .values({
      id: feedbackId(siteId, session.visitorId, space, page),
      site_id: siteId,
      space_id: space,
      page_id: page,
      comment: null,
      ...said,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
    .execute()
}

export const findFeedback = (db: Db, id: string): Promise<Feedback | undefined> =>
  db.selectFrom('site_feedback').selectAll().where('id', '=', id).executeTakeFirst()

export const listFeedback = (db: Db, siteId: string, query: FeedbackQuery, page: Page) =>
  selectPage(
    db
      .selectFrom('site_feedback')
      .where('site_id', '=', siteId)
      .$if(query.rating !== undefined, (some) => some.where('rating', '=', query.rating!))
      .$if(query.spaceId !== undefined, (some) => some.where('space_id', '=', query.spaceId!))
      .$if(query.pageId !== undefined, (some) => some.where('page_id', '=', query.pageId!))
      .$if(query.commented === true, (some) => some.where('comment', 'is not', null))
      .$if(query.commented === false, (some) => some.where('comment', 'is', null)),
    (feedback) => feedback.selectAll(),
    page,
    { by: ['given_at', 'id'], direction: 'desc' },
  )

export const toFeedback = (row: Feedback): Static<typeof SiteFeedback> => ({
  object: 'site-feedback',
  id: row.id,
  rating: row.rating,
  ...(row.comment !== null && { comment: row.comment }),
  space: row.space_id,
  page: row.page_id,
  url: row.url,
  givenAt: row.given_at,
})
