// The spaces or the sites that an installation works on.
import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { integrationWords as text } from '../../words-integrations.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { INSTALLATIONS, type InstallationJson, type IntegrationJson } from './shapes.ts'

type Kind = 'spaces' | 'sites'

interface Props {
  kind: Kind
  integration: IntegrationJson
  installation: InstallationJson
  update(body: { space_selection?: 'all' | 'selected'; site_selection?: 'all' | 'selected' }): Promise<unknown>
}

interface Covered {
  id: string
  configuration: Readonly<Record<string, unknown>>
  status: InstallationJson['status']
  urls: { publicEndpoint: string }
}

const OF_SPACES = 'GET /integrations/:integrationName/installations/:installationId/spaces'
const OF_SITES = 'GET /integrations/:integrationName/installations/:installationId/sites'

const idOf = (content: string | { id: string }): string => (typeof content === 'string' ? content : content.id)

/** What is covered, and how it changes. */
function useReach(kind: Kind, integrationName: string, installationId: string) {
  const at = { integrationName, installationId }
  const input = { ...at, query: { limit: 1000 } }
  const spaces = useReading(OF_SPACES, kind === 'spaces' ? input : null).value.value
  const sites = useReading(OF_SITES, kind === 'sites' ? input : null).value.value
  const covered: Covered[] =
    kind === 'spaces'
      ? (spaces?.items ?? []).map((item) => ({ ...item, id: idOf(item.space) }))
      : (sites?.items ?? []).map((item) => ({ ...item, id: idOf(item.site) }))
  const changed = () => refresh(OF_SPACES, OF_SITES, INSTALLATIONS)
  return {
    covered,
    changed,
    async add(id: string) {
      if (kind === 'spaces')
        await call(`POST /integrations/:integrationName/installations/:installationId/spaces`, {
          ...at,
          body: { space: id },
        })
      else
        await call('POST /integrations/:integrationName/installations/:installationId/sites', {
          ...at,
          body: { siteId: id },
        })
      changed()
    },
    async remove(id: string) {
      if (kind === 'spaces')
        await call('DELETE /integrations/:integrationName/installations/:installationId/spaces/:spaceId', {
          ...at,
          spaceId: id,
        })
      else
        await call('DELETE /integrations/:integrationName/installations/:installationId/sites/:siteId', {
          ...at,
          siteId: id,
        })
      changed()
    },
    async configure(id: string, configuration: Record<string, unknown>) {
      const body = { configuration }
      if (kind === 'spaces')
        await call('PATCH /integrations/:integrationName/installations/:installationId/spaces/:spaceId', {
          ...at,
          spaceId: id,
          body,
        })
      else
        await call('PATCH /integrations/:integrationName/installations/:installationId/sites/:siteId', {
          ...at,
          siteId: id,
          body,
        })
      changed()
    },
  }
}

/** The spaces or sites of the organization by their titles. */
function useContent(kind: Kind, organizationId: string) {
  const input = { organizationId, query: { limit: 1000 } }
  const spaces = useReading('GET /orgs/:organizationId/spaces', kind === 'spaces' ? input : null).value.value
  const sites = useReading('GET /orgs/:organizationId/sites', kind === 'sites' ? input : null).value.value
  const items: Content[] = (kind === 'spaces' ? spaces?.items : sites?.items) ?? []
  return items.map(({ id, title, urls }) => ({
    id,
    title: title || words.untitled,
    isAtServer: urls?.published !== undefined && new URL(urls.published).host === location.host,
  }))
}

interface Content {
  id: string
  title?: string | undefined
  urls?: { published?: string | undefined } | undefined
}

export function Reach({ kind, integration, installation, update }: Props) {
  const { covered, changed, add, remove, configure } = useReach(kind, integration.name, installation.id)
  const content = useContent(kind, installation.target.organization)
  const [configuring, setConfiguring] = useState<string | undefined>(undefined)
  const configured = covered.find(({ id }) => id === configuring)
  const titleOf = (id: string) => content.find((item) => item.id === id)?.title ?? id
  const free = content.filter(({ id }) => !covered.some((item) => item.id === id))
  const field = kind === 'spaces' ? 'space_selection' : 'site_selection'
  const runsScripts = integration.scopes.includes('site:script:inject')
  const schema = integration.configurations?.[kind === 'spaces' ? 'space' : 'site']
  const added = (event: SubmitEvent) => {
    event.preventDefault()
    const id = textIn(new FormData(event.currentTarget as HTMLFormElement), 'content')
    if (id) void attempt(() => add(id))
  }
  const takeOff = (id: string) =>
    attempt(async () => {
      await remove(id)
      say(text.takenOff(titleOf(id)))
    })
  return (
    <section aria-label={text[kind]}>
      <h2>{text[kind]}</h2>
      <div class="step-fields">
        <SelectField
          label={text.selectionOf[kind]}
          value={installation[field]}
          choices={Object.entries(text.selections).map(([value, label]) => ({ value, label }))}
          onChange={(value) => void attempt(() => update({ [field]: value as 'all' | 'selected' }))}
        />
        {covered.length === 0 && installation[field] === 'selected' && <p class="soft">{text.nowhere}</p>}
      </div>
      <ul class="lines">
        {covered.map((item) => (
          <li key={item.id}>
            <Icon name={kind === 'spaces' ? 'book' : 'globe'} />
            <b>{titleOf(item.id)}</b>
            {kind === 'sites' && runsScripts && content.some(({ id, isAtServer }) => id === item.id && isAtServer) && (
              <span class="soft">{text.scriptDoesNotRun}</span>
            )}
            <div class="row">
              {item.status !== 'active' && <span class="tag warn">{text.installed[item.status]}</span>}
              {schema && (
                <button
                  type="button"
                  class="btn bare icon s"
                  aria-label={text.configure(titleOf(item.id))}
                  onClick={() => setConfiguring(item.id)}
                >
                  <Icon name="edit" />
                </button>
              )}
              <button
                type="button"
                class="btn bare icon s"
                aria-label={text.takeOff(titleOf(item.id))}
                onClick={() => void takeOff(item.id)}
              >
                <Icon name="close" />
              </button>
            </div>
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <form onSubmit={added}>
          <SelectField
            key={free.length}
            label={text.toAdd[kind]}
            name="content"
            choices={free.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <button type="submit" class="btn">
            {text.add}
          </button>
        </form>
      )}
      {configured && schema && (
        <Dialog label={text.configure(titleOf(configured.id))} onClose={() => setConfiguring(undefined)}>
          <div class="body settings-parts">
            <header>
              <h2>{text.configure(titleOf(configured.id))}</h2>
            </header>
            <ConfigurationForm
              schema={schema}
              values={configured.configuration}
              save={async (values) => {
                await configure(configured.id, values)
                setConfiguring(undefined)
              }}
              configured={{
                integration: integration.name,
                organization: installation.target.organization,
                content: { kind: kind === 'spaces' ? 'space' : 'site', id: configured.id },
                endpoint: configured.urls.publicEndpoint,
                reread: changed,
                done() {
                  changed()
                  say(text.saved)
                  setConfiguring(undefined)
                },
              }}
            />
          </div>
          <footer>
            <button type="button" class="btn" onClick={() => setConfiguring(undefined)}>
              {text.close}
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  )
}
