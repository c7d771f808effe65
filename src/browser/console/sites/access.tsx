// Who may see and manage a site in the console, and why.
import { Access } from '../access/access.tsx'
import { SiteFrame } from './site-frame.tsx'

export const SiteAccess = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="access">
    {({ site: { id, title }, at }) => (
      <Access key={id} target={{ kind: 'site', id, title, organization: at.organizationId }} />
    )}
  </SiteFrame>
)
