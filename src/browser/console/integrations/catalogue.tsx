// The catalogue of integrations.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { integrationWords as text } from '../../words-integrations.ts'
import { useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { PublishDialog } from './publish.tsx'
import type { IntegrationJson } from './shapes.ts'

type Category = keyof typeof text.categories

export function Integrations({ organizationId }: { organizationId: string }) {
  const [isPublishing, setPublishing] = useState(false)
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="integrations"
      actions={({ permissions }) =>
        permissions.admin && (
          <button type="button" class="btn" onClick={() => setPublishing(true)}>
            {text.publish}
          </button>
        )
      }
    >
      {({ id }) => (
        <>
          <Catalogue key={id} organization={id} />
          {isPublishing && <PublishDialog organization={id} close={() => setPublishing(false)} />}
        </>
      )}
    </OrganizationFrame>
  )
}

function Catalogue({ organization }: { organization: string }) {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<Category | ''>('')
  const at = { organizationId: organization }
  const query = { limit: 200, ...(search && { search }), ...(category && { category }) }
  const found = useReading('GET /orgs/:organizationId/integrations', { ...at, query }).value
  const statuses = useReading('GET /orgs/:organizationId/integrations/installations-status', {
    ...at,
    query: { limit: 1000 },
  }).value.value
  const statusOf = (name: string) => statuses?.items.find((item) => item.integration.name === name)?.status
  return (
    <>
      <div class="list-filters">
        <div class="field">
          <label for="find-integration">{text.search}</label>
          <input
            class="input"
            id="find-integration"
            type="search"
            autocomplete="off"
            maxLength={200}
            onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
          />
        </div>
        <SelectField
          label={text.category}
          choices={[
            { value: '', label: text.anyCategory },
            ...Object.entries(text.categories).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => setCategory(value as Category | '')}
        />
      </div>
      <Read of={found}>
        {({ items }) => {
          if (items.length === 0 && (search || category)) return <p class="none">{text.noneFound}</p>
          if (items.length === 0)
            return (
              <Empty title={text.none}>
                <p>{text.noneLead}</p>
              </Empty>
            )
          return (
            <ul class="catalogue">
              {items.map((integration) => (
                <Card
                  key={integration.name}
                  href={places.inOrganization(organization, `integrations/${integration.name}`)}
                  integration={integration}
                  status={statusOf(integration.name)}
                />
              ))}
            </ul>
          )
        }}
      </Read>
    </>
  )
}

interface CardProps {
  href: string
  integration: IntegrationJson
  status: keyof typeof text.installed | undefined
}

function Card({ href, integration, status }: CardProps) {
  const { title, description, owner, verified } = integration
  return (
    <li>
      <Picture integration={integration} />
      <div class="grow">
        <a class="what" href={href}>
          {title}
        </a>
        <p class="soft">{description}</p>
        <p class="small faint">
          {text.by(owner.title)}
          {verified && ` · ${text.verified}`}
        </p>
      </div>
      {status && <span class={`tag ${status === 'active' ? 'good' : 'warn'}`}>{text.installed[status]}</span>}
    </li>
  )
}

export function Picture({ integration: { urls } }: { integration: IntegrationJson }) {
  return urls.icon ? (
    <img class="integration-icon" src={urls.icon} alt="" />
  ) : (
    <span class="integration-icon" aria-hidden="true">
      <Icon name="spark" />
    </span>
  )
}
