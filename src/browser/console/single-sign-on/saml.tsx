// A SAML provider, set up step by step.
import { useId } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { signInWords as text } from '../../words-sign-in.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { SettingsForm } from '../organization/settings-form.tsx'
import { roleIn } from '../people/role-field.tsx'
import { isMissing, Missing, Read } from '../reading.tsx'
import { CopiedValue } from './copied-value.tsx'
import { JoiningFields, ProviderSteps } from './frame.tsx'

const ONE = 'GET /orgs/:organizationId/saml/:samlProviderId'
const ALL = 'GET /orgs/:organizationId/saml'

export function Saml({ organizationId, providerId }: { organizationId: string; providerId: string }) {
  const at = { organizationId, samlProviderId: providerId }
  const reading = useReading(ONE, at).value
  if (isMissing(reading)) return <Missing />
  const save = async (form: FormData) => {
    const ssoURL = textIn(form, 'ssoURL')
    const body = {
      label: textIn(form, 'label'),
      entityID: textIn(form, 'entityID'),
      certificate: textIn(form, 'certificate'),
      ...(ssoURL && { ssoURL }),
      defaultRole: roleIn(form),
      defaultTeam: textIn(form, 'team') || null,
    }
    await call('PATCH /orgs/:organizationId/saml/:samlProviderId', { ...at, body })
    refresh(ONE, ALL)
  }
  const remove = async () => {
    await call('DELETE /orgs/:organizationId/saml/:samlProviderId', at)
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
              values={(product) => {
                const guide = text.guides[product].saml
                const { service } = provider
                const acsURL = <CopiedValue key="acs" label={guide.acsURL} value={service.acsURL} />
                const entityID = <CopiedValue key="entity" label={guide.entityID} value={service.entityID} />
                return (
                  <>
                    <p>{guide.where}</p>
                    {product === 'keycloak' ? [entityID, acsURL] : [acsURL, entityID]}
                    <p class="soft">{guide.email}</p>
                  </>
                )
              }}
              form={(product) => {
                const guide = text.guides[product].saml
                return (
                  <SettingsForm save={save} done={text.saved}>
                    {(faults) => (
                      <>
                        <p class="soft">{guide.back}</p>
                        <Field
                          label={text.label}
                          name="label"
                          value={provider.label}
                          maxLength={30}
                          error={faults.label}
                        />
                        <Field label={guide.ssoURL} name="ssoURL" value={provider.ssoURL} error={faults.ssoURL} />
                        <Field label={guide.issuer} name="entityID" value={provider.entityID} error={faults.entityID} />
                        <Certificate
                          label={guide.certificate}
                          value={provider.certificate}
                          error={faults.certificate}
                        />
                        <JoiningFields organization={organizationId} provider={provider} />
                      </>
                    )}
                  </SettingsForm>
                )
              }}
            />
          )}
        </Read>
      )}
    </OrganizationFrame>
  )
}

function Certificate({ label, value, error }: { label: string; value: string; error: string | undefined }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        class="input code-input"
        id={id}
        name="certificate"
        rows={6}
        maxLength={10_000}
        defaultValue={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-about`}
      />
      <p class={error ? 'error' : 'help'} id={`${id}-about`}>
        {error ?? text.certificateHelp}
      </p>
    </div>
  )
}
