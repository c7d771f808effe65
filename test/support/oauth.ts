// An OAuth server with one page, on which people allow or refuse, and an integration that connects to it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { bundle } from './public-runtime.ts'

/** Starts the OAuth server for this test file. */
export function startedOAuthServer(): { url: string } {
  const started = { url: '' }
  const server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url!, started.url)
    if (pathname === '/token')
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ access_token: 'granted', expires_in: 3600 }))
    const back = (answer: object) =>
      `${searchParams.get('redirect_uri')}?${new URLSearchParams({ ...answer, state: searchParams.get('state')! })}`
    const link = (label: string, answer: object) => `<a href="${back(answer).replaceAll('&', '&amp;')}">${label}</a>`
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html>${link('Allow', { code: 'code' })} ${link('Refuse', { error: 'access_denied' })}`)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close().closeAllConnections())
  return started
}

const SOURCE = `import { createComponent, createIntegration, createOAuthHandler } from '@gitbook/runtime'
  const account = createComponent({
    componentId: 'account',
    initialState: {},
    render: async (element, { environment: { siteInstallation } }) => (
      <configuration>
        <input
          label="Account"
          hint={siteInstallation.configuration.oauth_credentials ? 'It is connected' : 'It is not connected'}
          element={<button label="Connect" onPress={{ action: '@ui.url.open', url: siteInstallation.urls.publicEndpoint + '/oauth' }} />}
        />
      </configuration>
    ),
  })
  export default createIntegration({
    components: [account],
    fetch: (request, context) =>
      createOAuthHandler({
        redirectURL: context.environment.integration.urls.publicEndpoint + '/oauth',
        clientId: 'lectern',
        clientSecret: 'secret',
        authorizeURL: 'PROVIDER/authorize',
        accessTokenURL: 'PROVIDER/token',
      })(request, context),
  })`

/** What publishes the integration: a button connects the organization, an interface of its own connects a site. */
export const connecting = async (provider: string) => ({
  title: 'Mail',
  scopes: ['site:visitor:auth'],
  runtime: 'v2',
  script: await bundle(SOURCE.replaceAll('PROVIDER', provider)),
  configurations: {
    account: {
      properties: {
        oauth_credentials: { type: 'button', title: 'Mailbox', callback_url: '/oauth', button_text: 'Connect' },
      },
      required: ['oauth_credentials'],
    },
    site: { componentId: 'account' },
  },
})
