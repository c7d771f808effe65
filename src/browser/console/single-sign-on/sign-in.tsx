// How people sign in: identity providers, whether one has to be used, and what manages members from outside.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { signInWords as text } from '../../words-sign-in.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame, type OrganizationJson } from '../organization/frame.tsx'
import { updateOrganization } from '../organization-settings/settings.tsx'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { Provisioning } from './provisioning.tsx'

export const SignIn = ({ organizationId }: { organizationId: string }) => (
  <OrganizationFrame organizationId={organizationId} at="sign-in">
    {(organization) => (
      <div class="settings-parts">
        <Providers organization={organization} />
        <Requirement organization={organization} />
        <Provisioning organization={organization.id} />
      </div>
    )}
  </OrganizationFrame>
)

type Protocol = 'saml' | 'oidc'

function Providers({ organization }: { organization: OrganizationJson }) {
  const [adding, setAdding] = useState<Protocol | undefined>(undefined)
  const at = { organizationId: organization.id, query: { limit: 100 } }
  const saml = useReading('GET /orgs/:organizationId/saml', at).value
  const oidc = useReading('GET /orgs/:organizationId/oidc', at).value
  return (
    <section aria-label={text.providers}>
      <h2>{text.providers}</h2>
      <p class="soft">{text.providersLead}</p>
      <Read of={saml}>
        {(ofSaml) => (
          <Read of={oidc}>
            {(ofOidc) => (
              <ul class="lines">
                {[...ofSaml.items, ...ofOidc.items].map(({ object, id, label, status }) => {
                  const protocol = object === 'saml-provider' ? 'saml' : 'oidc'
                  return (
                    <li key={id}>
                      <Icon name="lock" />
                      <div>
                        <a class="what" href={places.inOrganization(organization.id, `sign-in/${protocol}/${id}`)}>
                          {label}
                        </a>
                        <p class="faint">{text.protocols[protocol]}</p>
                      </div>
                      <span class={`tag ${status === 'active' ? 'good' : 'warn'}`}>{text.status[status]}</span>
                    </li>
                  )
                })}
              </ul>
            )}
          </Read>
        )}
      </Read>
      <div class="row spaced">
        <button type="button" class="btn" onClick={() => setAdding('saml')}>
          {text.addSaml}
        </button>
        <button type="button" class="btn" onClick={() => setAdding('oidc')}>
          {text.addOidc}
        </button>
      </div>
      {adding && <NewProvider organization={organization.id} protocol={adding} close={() => setAdding(undefined)} />}
    </section>
  )
}

function NewProvider(props: { organization: string; protocol: Protocol; close(): void }) {
  const { organization, protocol, close } = props
  const { route } = useLocation()
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const at = { organizationId: organization }
  const save = (form: FormData) => {
    const label = textIn(form, 'label')
    if (!label) {
      setWrong(text.needsLabel)
      return false
    }
    return attempt(async () => {
      const { id } =
        protocol === 'saml'
          ? await call('POST /orgs/:organizationId/saml', { ...at, body: { label } })
          : await call('POST /orgs/:organizationId/oidc', { ...at, body: { label } })
      refresh('GET /orgs/:organizationId/saml', 'GET /orgs/:organizationId/oidc')
      route(places.inOrganization(organization, `sign-in/${protocol}/${id}`))
    })
  }
  const heading = protocol === 'saml' ? text.addSaml : text.addOidc
  return (
    <FormDialog heading={heading} button={text.begin} cancel={words.cancel} save={save} close={close}>
      <Field label={text.label} name="label" help={text.labelHelp} maxLength={30} error={wrong} />
    </FormDialog>
  )
}

function Requirement({ organization: { id, sso } }: { organization: OrganizationJson }) {
  const change = () =>
    attempt(async () => {
      await updateOrganization(id, { sso: !sso })
      say(sso ? text.notRequired : text.required)
    })
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-label={text.require}>
      <h2>{text.require}</h2>
      <p class="soft">{sso ? text.isRequired : text.requireLead}</p>
      <button type="button" class="btn" onClick={() => (sso ? void change() : setAsking(true))}>
        {sso ? text.stopRequiring : text.startRequiring}
      </button>
      {isAsking && (
        <Confirm
          title={text.requireAsk}
          lead={text.requireAskLead}
          button={text.startRequiring}
          cancel={words.cancel}
          run={change}
          close={() => setAsking(false)}
        />
      )}
    </section>
  )
}
