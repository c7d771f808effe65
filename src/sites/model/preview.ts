// What a preview shows, for the bar that says so.
import type { Db } from '../../db/tables.ts'
import { PREVIEW_PARAMETER } from '../../domain/visits/index.ts'
import type { VisitedSite } from '../visit.ts'
import { LEAVE } from '../visitor/admission.ts'

export interface PreviewBar {
  shown:
    | { kind: 'site' }
    | { kind: 'change-request'; number: number; subject: string }
    | { kind: 'revision' }
    | { kind: 'moment'; at: string }
  /** The claims of the visitor, as `name: value`. */
  claims: string[]
  leave: string
}

/** Undefined for visitors. */
export async function loadPreviewBar(db: Db, { entry, published }: VisitedSite): Promise<PreviewBar | undefined> {
  if (entry.member === undefined) return undefined
  const { unsigned, ...signed } = entry.claims
  const claims = Object.entries({ ...signed, ...(unsigned as Record<string, unknown>) })
  return {
    shown: await findShown(db, entry.preview),
    claims: claims.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    leave: `${published.site}?${PREVIEW_PARAMETER}=${LEAVE}`,
  }
}

async function findShown(db: Db, preview: VisitedSite['entry']['preview']): Promise<PreviewBar['shown']> {
  if (preview?.at) return { kind: 'moment', at: preview.at }
  if (preview?.revision_id) return { kind: 'revision' }
  if (!preview?.change_request_id) return { kind: 'site' }
  const { number, subject } = await db
    .selectFrom('change_requests')
    .select(['number', 'subject'])
    .where('id', '=', preview.change_request_id)
    .executeTakeFirstOrThrow()
  return { kind: 'change-request', number, subject }
}
