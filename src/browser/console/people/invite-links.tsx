// The invite links of the organization: whoever has one joins with its role.

import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { Read } from '../reading.tsx'
import { CopiedLink } from './copied-link.tsx'
import { RoleField, roleIn } from './role-field.tsx'

const text = words.people
const LINKS = 'GET /orgs/:organizationId/link-invites'

export const InviteLinks = ({ organizationId }: { organizationId: string }) => (
  <OrganizationFrame organizationId={organizationId} at="invite-links">
    {({ id }) => <Links key={id} organization={id} />}
  </OrganizationFrame>
)

function Links({ organization }: { organization: string }) {
  const at = { organizationId: organization }
  const links = useReading(LINKS, { ...at, query: { limit: 100 } }).value
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work()
      refresh(LINKS)
    })
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const role = roleIn(new FormData(event.currentTarget as HTMLFormElement))
    void change(() => call('POST /orgs/:organizationId/link-invites', { ...at, body: { role } }))
  }
  const remove = (inviteId: string) =>
    void change(() => call('DELETE /orgs/:organizationId/link-invites/:inviteId', { ...at, inviteId }))
  return (
    <div class="links">
      <p class="soft">{text.linksLead}</p>
      <Read of={links}>
        {({ items }) => (
          <>
            {items.map((item) => {
              const role = text.roles[('role' in item && item.role) || 'guest']
              return (
                <div class="field" key={item.id}>
                  <b>{role}</b>
                  <CopiedLink url={item.urls.app} about={role}>
                    <button type="button" class="btn bare" onClick={() => remove(item.id)}>
                      {text.removeLink}
                    </button>
                  </CopiedLink>
                </div>
              )
            })}
          </>
        )}
      </Read>
      <form class="row" onSubmit={create}>
        <RoleField />
        <button type="submit" class="btn">
          {text.createLink}
        </button>
      </form>
    </div>
  )
}
