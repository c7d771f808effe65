// Setting up an identity provider step by step: what to enter there, what to bring back, who joins, and trying it.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { signInWords as text } from '../../words-sign-in.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import type { OrganizationJson } from '../organization/frame.tsx'
import { ROLES } from '../people/role-field.tsx'
import { places } from '../places.ts'
import { CopiedValue } from './copied-value.tsx'

/** The identity providers whose own words the instructions use. */
export const PRODUCTS = ['okta', 'entra', 'google', 'keycloak', 'other'] as const
export type Product = (typeof PRODUCTS)[number]

interface Provider {
  label: string
  status: 'active' | 'pending'
  service: { startURL: string }
  defaultRole: (typeof ROLES)[number] | null
  defaultTeam?: { id: string } | undefined
}

interface Props {
  organization: OrganizationJson
  provider: Provider
  /** What to enter at the provider. */
  values(product: Product): ComponentChildren
  /** What to bring back from there. */
  form(product: Product): ComponentChildren
  remove(): Promise<unknown>
}

export function ProviderSteps({ organization, provider, values, form, remove }: Props) {
  const { route } = useLocation()
  const [product, setProduct] = useState<Product>('okta')
  const [isAsking, setAsking] = useState(false)
  const removeIt = async () => {
    if (!(await attempt(remove))) return
    route(places.inOrganization(organization.id, 'sign-in'))
    say(text.removed(provider.label))
  }
  return (
    <div class="settings-parts">
      <p class="soft">
        <span class={`tag ${provider.status === 'active' ? 'good' : 'warn'}`}>{text.status[provider.status]}</span>{' '}
        {text.statusLead[provider.status]}
      </p>
      <section aria-label={text.steps.there}>
        <h2>{text.steps.there}</h2>
        <div class="step-fields">
          <SelectField
            label={text.product}
            value={product}
            choices={PRODUCTS.map((value) => ({ value, label: text.guides[value].name }))}
            onChange={(value) => setProduct(value as Product)}
          />
          {values(product)}
        </div>
      </section>
      <section aria-label={text.steps.here}>
        <h2>{text.steps.here}</h2>
        {form(product)}
      </section>
      <section aria-label={text.steps.try}>
        <h2>{text.steps.try}</h2>
        <p class="soft">{provider.status === 'active' ? text.tryLead : text.tryLater}</p>
        {provider.status === 'active' && (
          <>
            <a class="btn" href={`${provider.service.startURL}?test`} target="_blank" rel="noreferrer">
              <Icon name="external" />
              {text.test}
            </a>
            <p class="soft">{text.trySignIn}</p>
            <a class="btn" href={provider.service.startURL} target="_blank" rel="noreferrer">
              <Icon name="external" />
              {text.try}
            </a>
          </>
        )}
      </section>
      {provider.status === 'active' && (
        <section aria-label={text.steps.tell}>
          <h2>{text.steps.tell}</h2>
          <p class="soft">{text.tellLead}</p>
          <div class="step-fields">
            <CopiedValue label={text.link} value={provider.service.startURL} />
          </div>
          <p class="soft">
            {organization.emailDomains.length > 0 ? text.domains(organization.emailDomains) : text.noDomains}{' '}
            <a class="link" href={places.inOrganization(organization.id, 'settings')}>
              {text.toDomains}
            </a>
          </p>
        </section>
      )}
      <section aria-label={text.end}>
        <h2>{text.end}</h2>
        <p class="soft">{text.removeLead}</p>
        <button type="button" class="btn" onClick={() => setAsking(true)}>
          {text.removeProvider}
        </button>
      </section>
      {isAsking && (
        <Confirm
          title={text.removeAsk(provider.label)}
          lead={text.removeLead}
          button={text.removeProvider}
          cancel={words.cancel}
          run={removeIt}
          close={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** The role and the team of those who sign in for the first time. */
export function JoiningFields({ organization, provider }: { organization: string; provider: Provider }) {
  const teams = useReading('GET /orgs/:organizationId/teams', {
    organizationId: organization,
    query: { limit: 1000 },
  }).value.value?.items
  return (
    <>
      <SelectField
        label={text.defaultRole}
        name="role"
        value={provider.defaultRole ?? 'guest'}
        choices={ROLES.map((value) => ({ value, label: words.people.roles[value] }))}
      />
      <SelectField
        key={teams?.length}
        label={text.defaultTeam}
        name="team"
        value={provider.defaultTeam?.id ?? ''}
        choices={[
          { value: '', label: text.noTeam },
          ...(teams ?? []).map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </>
  )
}
