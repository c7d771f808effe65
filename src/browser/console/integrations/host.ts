// Where the console shows the interface of an integration: it asks the API, and draws the answer as sites do.
import type { Answer, Asked, Host, Json, Option } from '../../contentkit/contract.ts'
import { findIcon } from '../../icons.ts'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { integrationWords as text } from '../../words-integrations.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { base } from '../base.ts'
import { openWindow } from './window.ts'

type Body = Input<'POST /integrations/:integrationName/render'>['body']
type Theme = 'light' | 'dark'

interface Showing {
  name: string
  organization: string
  context(theme: Theme): Body['context']
  isEditable?: boolean
  isConfiguring?: boolean
  keepProps?(props: Json): void
  completed?(): void
}

const themeNow = (): Theme => {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Where the integration answers itself: at its own host, and here. */
async function endpointsOf(name: string): Promise<{ own: string; here: string }> {
  const { urls } = await call('GET /integrations/:integrationName', { integrationName: name })
  const below = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
  return { own: below(urls.publicEndpoint), here: `${location.origin}${base}/v1/integrations/${name}/` }
}

async function openOrSay(url: string): Promise<void> {
  const openTab = () => void open(url, '_blank', 'noopener,noreferrer')
  if (!(await openWindow(url))) say(text.windowBlocked, { label: text.openTab, run: openTab })
}

let count = 0

export function createHost(showing: Showing): Host {
  const prefix = `ck-${count++}`
  const { name, organization, keepProps, completed } = showing
  let endpoints: ReturnType<typeof endpointsOf> | undefined
  const known = () => {
    endpoints ??= endpointsOf(name)
    return endpoints
  }
  return {
    words: { cancel: words.cancel, close: text.close, failed: text.interfaceFailed },
    ...(keepProps && { keepProps }),
    ...(completed && { completed }),
    ...(showing.isConfiguring && { open: openOrSay }),
    render: async (asked) => render({ ...showing, prefix }, asked, await known()),
    loadOptions: async (source) => loadOptions(source, organization, await known()),
  }
}

async function render(
  showing: Showing & { prefix: string },
  asked: Asked,
  { own, here }: { own: string; here: string },
): Promise<Answer> {
  const { component: componentId, props, state, action } = asked
  const context = showing.context(themeNow())
  const body = { componentId, props, context, ...(state && { state }), ...(action && { action }) }
  const answer = await call('POST /integrations/:integrationName/render', { integrationName: showing.name, body })
  const { drawInterface, iconsIn, outputOf } = await import('../../../render/contentkit/index.ts')
  const { PLAIN } = await import('../../../render/html/index.ts')
  const output = outputOf(answer)
  if (!output) throw new Error(text.interfaceFailed)
  if ('isComplete' in output) return output
  const icons = new Map(
    await Promise.all(iconsIn(output.element).map(async (icon) => [icon, await findIcon(icon)] as const)),
  )
  const place = {
    state: output.state,
    prefix: `${showing.prefix}-${componentId.replace(/[^\w-]/g, '')}`,
    isEditable: showing.isEditable ?? false,
    isConfiguring: showing.isConfiguring ?? false,
    endpoints: [own, here],
    origins: [location.origin],
  }
  const surroundings = { ...PLAIN, icon: (icon: string) => icons.get(icon) }
  return { html: drawInterface(output.element, place, surroundings).text, state: output.state, props: output.props }
}

/** Options that the integration lists, or the specifications of the organization. */
async function loadOptions(source: Json, organizationId: string, { own, here }: { own: string; here: string }) {
  if (source.source === 'openapi') {
    const { items } = await call('GET /orgs/:organizationId/openapi', { organizationId, query: { limit: 1000 } })
    return items.map(({ slug }) => ({ id: slug, label: slug }))
  }
  const { addressIn } = await import('../../../render/contentkit/index.ts')
  const address = addressIn(source.url, { state: {} }) ?? ''
  // Addresses in parts have no scheme.
  const host = (url: string) => url.replace(/^https?:/, '')
  const path = [own, here].find((each) => host(address).startsWith(host(each)))
  if (path === undefined) throw new Error(text.interfaceFailed)
  const reply = await fetch(here + host(address).slice(host(path).length), { credentials: 'omit' })
  const found = (await reply.json()) as unknown
  return optionsIn(Array.isArray(found) ? found : (found as Json).items)
}

const optionsIn = (items: unknown): Option[] =>
  (Array.isArray(items) ? (items as Json[]) : []).map(({ id, label }) => ({
    id: String(id),
    label: String(label ?? id),
  }))
