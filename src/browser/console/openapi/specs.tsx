// The OpenAPI specifications of an organization.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { openapiWords as text } from '../../words-openapi.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { type Source, SpecDialog } from './spec-dialog.tsx'
import { SpecState } from './spec-state.tsx'

const SPECS = 'GET /orgs/:organizationId/openapi'

export function Specs({ organizationId }: { organizationId: string }) {
  const { route } = useLocation()
  const [isAdding, setAdding] = useState(false)
  const specs = useReading(SPECS, { organizationId, query: { limit: 1000 } }).value
  const add = async (slug: string, source: Source) => {
    await call('POST /orgs/:organizationId/openapi', { organizationId, body: { slug, source } })
    refresh(SPECS)
    route(places.inOrganization(organizationId, `openapi/${slug}`))
  }
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="openapi"
      actions={({ permissions }) =>
        permissions.createOpenAPISpec && (
          <button type="button" class="btn main" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {text.add}
          </button>
        )
      }
    >
      {() => (
        <>
          <p class="soft">{text.lead}</p>
          <Read of={specs}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title={text.none}>
                  <p>{text.noneLead}</p>
                </Empty>
              ) : (
                <ul class="lines">
                  {items.map((spec) => (
                    <li key={spec.id}>
                      <Icon name="code" />
                      <div>
                        <a class="what" href={places.inOrganization(organizationId, `openapi/${spec.slug}`)}>
                          {spec.slug}
                        </a>
                        <p class="faint">
                          {spec.sourceURL ?? text.uploaded} · {words.updated} <Time at={spec.updatedAt} />
                        </p>
                      </div>
                      <SpecState spec={spec} />
                    </li>
                  ))}
                </ul>
              )
            }
          </Read>
          {isAdding && <SpecDialog heading={text.add} button={text.add} save={add} close={() => setAdding(false)} />}
        </>
      )}
    </OrganizationFrame>
  )
}
