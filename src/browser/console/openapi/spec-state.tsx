// Whether a specification could be read.
import { openapiWords as text } from '../../words-openapi.ts'
import type { ReplyTo } from '../api/operations.ts'

export type SpecJson = ReplyTo<'GET /orgs/:organizationId/openapi/:specSlug'>

export const isBusy = ({ processingState }: SpecJson): boolean => processingState !== 'complete'

export function SpecState({ spec }: { spec: SpecJson }) {
  if (isBusy(spec)) return <span class="tag info">{text.states[spec.processingState]}</span>
  return spec.lastProcessErrorCode ? (
    <span class="tag warn">{text.failed}</span>
  ) : (
    <span class="tag good">{text.states.complete}</span>
  )
}
