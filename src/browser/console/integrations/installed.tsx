// An installation: what it may do, how it is configured, where it works, and its end.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { integrationWords as text } from '../../words-integrations.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { Reach } from './reach.tsx'
import { Scopes } from './scopes.tsx'
import { INSTALLATIONS, type InstallationJson, type IntegrationJson } from './shapes.ts'

type Patch = Input<'PATCH /integrations/:integrationName/installations/:installationId'>['body']

const STATUS = 'GET /orgs/:organizationId/integrations/installations-status'

interface Props {
  integration: IntegrationJson
  installation: InstallationJson
}

export function Installed({ integration, installation }: Props) {
  const { name, title, target, configurations } = integration
  const [isAsking, setAsking] = useState(false)
  const at = { integrationName: name, installationId: installation.id }
  const reread = () => refresh(INSTALLATIONS, STATUS)
  const update = async (body: Patch) => {
    await call('PATCH /integrations/:integrationName/installations/:installationId', { ...at, body })
    reread()
  }
  const uninstall = () =>
    attempt(async () => {
      await call('DELETE /integrations/:integrationName/installations/:installationId', at)
      reread()
      say(text.uninstalled(title))
    })
  const missing = integration.scopes.filter((scope) => !installation.scopes.includes(scope))
  const grant = () =>
    attempt(async () => {
      await update({ scopes: [...installation.scopes, ...missing] })
      say(text.granted)
    })
  return (
    <>
      <p>
        <span class={`tag ${installation.status === 'active' ? 'good' : 'warn'}`}>
          {text.installed[installation.status]}
        </span>
      </p>
      <Scopes scopes={installation.scopes} />
      {missing.length > 0 && (
        <section aria-label={text.newScopes}>
          <h2>{text.newScopes}</h2>
          <ul class="scopes">
            {missing.map((scope) => (
              <li key={scope}>{text.scopes[scope]}</li>
            ))}
          </ul>
          <button type="button" class="btn" onClick={() => void grant()}>
            {text.grantScopes}
          </button>
        </section>
      )}
      {configurations?.account && (
        <section aria-label={text.configuration}>
          <h2>{text.configuration}</h2>
          <ConfigurationForm
            schema={configurations.account}
            values={installation.configuration}
            save={(configuration) => update({ configuration })}
            configured={{
              integration: name,
              organization: installation.target.organization,
              endpoint: installation.urls.publicEndpoint,
              reread,
              done() {
                reread()
                say(text.saved)
              },
            }}
          />
        </section>
      )}
      {target !== 'organization' && target !== 'site' && (
        <Reach kind="spaces" integration={integration} installation={installation} update={update} />
      )}
      {target !== 'organization' && target !== 'space' && (
        <Reach kind="sites" integration={integration} installation={installation} update={update} />
      )}
      <section aria-label={text.uninstall}>
        <h2>{text.uninstall}</h2>
        <p class="soft">{text.uninstallLead}</p>
        <button type="button" class="btn" onClick={() => setAsking(true)}>
          {text.uninstall}
        </button>
      </section>
      {isAsking && (
        <Confirm
          title={text.uninstallAsk(title)}
          lead={text.uninstallLead}
          button={text.uninstall}
          cancel={words.cancel}
          run={uninstall}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
