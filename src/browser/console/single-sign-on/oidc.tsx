// An OpenID Connect provider, set up step by step.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { signInWords as text } from '../../words-sign-in.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { SettingsForm } from '../organization/settings-form.tsx'
import { roleIn } from '../people/role-field.tsx'
import { isMissing, Missing, Read } from '../reading.tsx'
import { CopiedValue } from './copied-value.tsx'
import { JoiningFields, type Product, ProviderSteps } from './frame.tsx'
import { GroupsField, groupsIn } from './groups-field.tsx'

const ONE = 'GET /orgs/:organizationId/oidc/:oidcProviderId'
const ALL = 'GET /orgs/:organizationId/oidc'
type Provider = ReplyTo<typeof ONE>

export function Oidc({ organizationId, providerId }: { organizationId: string; providerId: string }) {
  const at = { organizationId, oidcProviderId: providerId }
  const reading = useReading(ONE, at).value
  const [saves, setSaves] = useState(0)
  if (isMissing(reading)) return <Missing />
  const save = async (form: FormData) => {
    const [issuer, clientSecret] = [textIn(form, 'issuer'), textIn(form, 'clientSecret')]
    const body = {
      label: textIn(form, 'label'),
      ...(issuer && { issuer }),
      clientID: textIn(form, 'clientID'),
      ...(clientSecret && { clientSecret }),
      scopes: textIn(form, 'scopes').split(/\s+/).filter(Boolean),
      verifiedClaim: textIn(form, 'verifiedClaim'),
      groupsClaim: textIn(form, 'groupsClaim'),
      groups: groupsIn(form),
      defaultRole: roleIn(form),
      defaultTeam: textIn(form, 'team') || null,
    }
    await call('PATCH /orgs/:organizationId/oidc/:oidcProviderId', { ...at, body })
    setSaves(saves + 1)
    refresh(ONE, ALL)
  }
  const remove = async () => {
    await call('DELETE /orgs/:organizationId/oidc/:oidcProviderId', at)
    refresh(ALL)
  }
  return (
    <OrganizationFrame organizationId={organizationId} at="sign-in" title={reading.value?.label}>
      {(organization) => (
        <Read of={reading}>
          {(provider) => (
            <ProviderSteps
              key={provider.id}
              organization={organization}
              provider={provider}
              remove={remove}
              values={(product) => (
                <>
                  <p>{text.guides[product].oidc.where}</p>
                  <CopiedValue label={text.guides[product].oidc.redirect} value={provider.service.redirectURL} />
                  <p class="soft">{text.guides[product].oidc.claims}</p>
                </>
              )}
              form={(product) => (
                <SettingsForm save={save} done={text.saved}>
                  {(faults) => <Fields {...{ organization: organizationId, provider, product, faults, saves }} />}
                </SettingsForm>
              )}
            />
          )}
        </Read>
      )}
    </OrganizationFrame>
  )
}

interface FieldsProps {
  organization: string
  provider: Provider
  product: Product
  faults: Readonly<Record<string, string>>
  /** How often it was saved: a secret that is stored leaves the field. */
  saves: number
}

function Fields({ organization, provider, product, faults, saves }: FieldsProps) {
  const guide = text.guides[product].oidc
  return (
    <>
      {guide.back && <p class="soft">{guide.back}</p>}
      <Field label={text.label} name="label" value={provider.label} maxLength={30} error={faults.label} />
      <Field label={text.issuer} name="issuer" value={provider.issuer} help={guide.issuer} error={faults.issuer} />
      <Field label={text.clientId} name="clientID" value={provider.clientID} error={faults.clientID} />
      <Field
        key={saves}
        label={text.clientSecret}
        name="clientSecret"
        help={provider.hasClientSecret ? text.secretSet : text.secretHelp}
        error={faults.clientSecret}
      />
      <Field
        label={text.verifiedClaim}
        name="verifiedClaim"
        value={provider.verifiedClaim}
        help={text.verifiedClaimHelp}
        error={faults.verifiedClaim}
      />
      <Field
        label={text.scopes}
        name="scopes"
        value={provider.scopes.join(' ')}
        help={text.scopesHelp}
        error={faults.scopes}
      />
      <Field
        label={text.groupsClaim}
        name="groupsClaim"
        value={provider.groupsClaim}
        help={text.groupsClaimHelp}
        error={faults.groupsClaim}
      />
      <GroupsField organization={organization} groups={provider.groups} />
      <JoiningFields organization={organization} provider={provider} />
    </>
  )
}
