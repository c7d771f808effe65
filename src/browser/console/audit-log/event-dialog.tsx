// One event of the audit log with everything that was recorded.
import { Dialog } from '../../ui/dialog.tsx'
import { PlainText } from '../../ui/plain-text.tsx'
import { words } from '../../words.ts'
import { auditWords as text } from '../../words-audit.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'

export type AuditEvent = ReplyTo<'GET /orgs/:organizationId/audit-events'>['items'][number]

/** What something is, in words. */
export function kindOf(type: string): string {
  const plain = type.replaceAll('-', ' ')
  return text.kinds[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** What something is called, or else what it is. */
export const titleOf = ({ label, type }: AuditEvent['target']): string => label || kindOf(type)

interface Props {
  organization: string
  event: AuditEvent
  label: string
  /** Narrows the list to somebody or something. */
  only(by: 'actor' | 'target', id: string, label: string): void
  close(): void
}

export function EventDialog({ organization, event, label, only, close }: Props) {
  const { id, action, actor, target, occurredAt, source } = event
  const details = useReading('GET /orgs/:organizationId/audit-events/:auditEventId', {
    organizationId: organization,
    auditEventId: id,
  }).value
  const [who, what] = [actor.label ?? text.system, titleOf(target)]
  return (
    <Dialog label={label} class="wide-dialog" onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{label}</h2>
            <p>{action}</p>
          </div>
        </header>
        <dl class="facts">
          <dt>{text.when}</dt>
          <dd>{new Date(occurredAt).toLocaleString()}</dd>
          <dt>{text.who}</dt>
          <dd>
            {who}{' '}
            {actor.type === 'user' && (
              <button type="button" class="link" onClick={() => only('actor', actor.id, who)}>
                {text.onlyBy}
              </button>
            )}
          </dd>
          <dt>{text.what}</dt>
          <dd>
            {what} {target.label !== undefined && <span class="faint">({kindOf(target.type)})</span>}{' '}
            <button type="button" class="link" onClick={() => only('target', target.id, what)}>
              {text.onlyAbout}
            </button>
          </dd>
          <dt>{text.source}</dt>
          <dd>{text.sources[source]}</dd>
        </dl>
        <Read of={details}>
          {({ payload, correlationId }) => (
            <>
              <PlainText label={text.payload}>{JSON.stringify(payload, null, 2)}</PlainText>
              {correlationId && (
                <p class="small faint">
                  {text.request} {correlationId}
                </p>
              )}
            </>
          )}
        </Read>
      </div>
      <footer>
        <button type="button" class="btn" onClick={close}>
          {words.done}
        </button>
      </footer>
    </Dialog>
  )
}
