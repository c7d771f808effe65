// An integration: what it does and asks for, and how it is installed here.
import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { integrationWords as text } from '../../words-integrations.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame, type OrganizationJson } from '../organization/frame.tsx'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Picture } from './catalogue.tsx'
import { Activity } from './events.tsx'
import { Installed } from './installed.tsx'
import { Scopes } from './scopes.tsx'
import { INSTALLATIONS, type IntegrationJson } from './shapes.ts'
import { Summary } from './summary.tsx'

export function Integration({ organizationId, name }: { organizationId: string; name: string }) {
  const reading = useReading('GET /integrations/:integrationName', { integrationName: name }).value
  if (isMissing(reading)) return <Missing />
  return (
    <OrganizationFrame organizationId={organizationId} at="integrations" title={reading.value?.title}>
      {(organization) => (
        <Read of={reading}>
          {(integration) => (
            <div class="settings-parts" key={integration.name}>
              <About integration={integration} />
              {organization.permissions.installIntegration ? (
                <Here organization={organization} integration={integration} />
              ) : (
                <Scopes scopes={integration.scopes} />
              )}
              {integration.permissions.admin && <Activity name={integration.name} />}
            </div>
          )}
        </Read>
      )}
    </OrganizationFrame>
  )
}

function About({ integration }: { integration: IntegrationJson }) {
  const { description, summary, owner, verified, previewImages, externalLinks, categories } = integration
  return (
    <div class="about-integration">
      <Picture integration={integration} />
      <div class="grow">
        <p>{description}</p>
        {summary && <Summary markdown={summary} />}
        <p class="small faint">
          {[
            text.by(owner.title),
            ...(verified ? [text.verified] : []),
            ...categories.map((category) => text.categories[category]),
          ].join(' · ')}
        </p>
        {externalLinks.length > 0 && (
          <ul class="plain" aria-label={text.links}>
            {externalLinks.map(({ url, label }) => (
              <li key={url}>
                <a class="link" href={url} target="_blank" rel="noreferrer">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {previewImages.map((url) => (
        <img key={url} class="preview-image" src={url} alt="" />
      ))}
    </div>
  )
}

/** For those who may install it. */
function Here({ organization, integration }: { organization: OrganizationJson; integration: IntegrationJson }) {
  const [isAsking, setAsking] = useState(false)
  const installations = useReading(INSTALLATIONS, {
    organizationId: organization.id,
    query: { search: integration.name, limit: 100 },
  }).value
  const install = async () => {
    setAsking(false)
    await attempt(async () => {
      await call('POST /integrations/:integrationName/installations', {
        integrationName: integration.name,
        body: { organization: organization.id },
      })
      refresh(INSTALLATIONS, 'GET /orgs/:organizationId/integrations/installations-status')
      say(text.isInstalled(integration.title))
    })
  }
  return (
    <Read of={installations}>
      {({ items }) => {
        const mine = items.find((item) => item.integration.name === integration.name)
        if (mine) return <Installed integration={integration} installation={mine.installation} />
        return (
          <>
            <Scopes scopes={integration.scopes} />
            {integration.permissions.install && (
              <button type="button" class="btn main" onClick={() => setAsking(true)}>
                {text.install}
              </button>
            )}
            {isAsking && (
              <Dialog label={text.installing(integration.title)} onClose={() => setAsking(false)}>
                <div class="body">
                  <header>
                    <div>
                      <h2>{text.installing(integration.title)}</h2>
                      <p>{text.installingLead}</p>
                    </div>
                  </header>
                  <Scopes scopes={integration.scopes} />
                </div>
                <footer>
                  <button type="button" class="btn" onClick={() => setAsking(false)}>
                    {words.cancel}
                  </button>
                  <button type="button" class="btn main" onClick={() => void install()}>
                    {text.install}
                  </button>
                </footer>
              </Dialog>
            )}
          </>
        )
      }}
    </Read>
  )
}
