// The scenarios: common tasks with the public command line, against a real server.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Http } from '../support/http.ts'
import { PNG } from '../support/integrations.ts'
import type { CommandLine } from './command-line.ts'
import { NAME } from './project.ts'

export interface Stage {
  cli: CommandLine
  http: Http
  url: string
  token: string
  organization: string
}

export interface Scenario {
  title: string
  /** The operations that the scenario needs. */
  needs?: string[]
  play(stage: Stage): Promise<void>
}

const INTEGRATION = `/v1/integrations/${NAME}`

/** Environment variables that the manifest refers to. */
const MANIFEST_NEEDS = { WEATHER_KEY: 'top secret' }

const publish = ({ cli }: Stage, ...args: string[]) => cli.run(['publish', ...args], { environment: MANIFEST_NEEDS })

export const scenarios: Scenario[] = [
  {
    title: 'whoami says who the token belongs to',
    async play({ cli, http }) {
      const { code, output } = await cli.run(['whoami'])
      const { displayName, email, id } = (await http.get('/v1/user')).body
      assert.equal(code, 0, output)
      for (const part of [displayName, email, id]) assert.ok(output.includes(part), output)
    },
  },
  {
    title: 'whoami with a wrong token fails with the message of the server',
    async play({ cli }) {
      const { code, output } = await cli.run(['whoami'], { environment: { GITBOOK_TOKEN: 'lct_wrong' } })
      assert.equal(code, 1, output)
      assert.match(output, /\[401\].*Send a valid API token/s)
    },
  },
  {
    title: 'auth remembers server and token',
    async play({ cli, url, token }) {
      const none = { GITBOOK_TOKEN: '', GITBOOK_ENDPOINT: '' }
      const saved = await cli.run(['auth', '--token', token, '--endpoint', url], { environment: none })
      assert.equal(saved.code, 0, saved.output)
      const { code, output } = await cli.run(['whoami'], { environment: none })
      assert.equal(code, 0, output)
    },
  },
  {
    title: 'publish makes an integration out of a project, and then its next version',
    async play(stage) {
      const first = await publish(stage)
      assert.equal(first.code, 0, first.output)
      const { body, text } = await stage.http.get(INTEGRATION)
      assert.ok(first.output.includes(body.urls.app), first.output)
      assert.deepEqual([body.version, body.title, body.scopes], [1, 'Weather', ['space:content:read']])
      assert.deepEqual(
        [body.previewImages.length, body.blocks[0].id, text.includes('top secret')],
        [1, 'forecast', false],
      )
      const icon = await fetch(body.urls.icon)
      assert.equal(Buffer.from(await icon.arrayBuffer()).toString('base64'), PNG)
      const second = await publish(stage)
      assert.equal(second.code, 0, second.output)
      assert.equal((await stage.http.get(INTEGRATION)).body.version, 2)
    },
  },
  {
    title: 'publish takes the subdomain of an organization',
    async play(stage) {
      await stage.http.patch(`/v1/orgs/${stage.organization}`, { hostname: 'weather-makers' })
      const { code, output } = await publish(stage, '--organization', 'weather-makers')
      assert.equal(code, 0, output)
    },
  },
  {
    title: 'publish over the integration of another organization fails',
    async play(stage) {
      const { body } = await stage.http.post('/v1/orgs', { title: 'Another organization' })
      const { code, output } = await publish(stage, '--organization', body.id)
      assert.equal(code, 1, output)
      assert.match(output, /\[403\]/)
    },
  },
  {
    title: 'openapi publish stores a file, and then another',
    async play({ cli, http, organization }) {
      const args = ['openapi', 'publish', 'openapi.yaml', '--spec', 'weather', '--organization', organization]
      for (const _time of ['first', 'second']) {
        const { code, output } = await cli.run(args)
        assert.equal(code, 0, output)
      }
      const read = async () => (await http.get(`/v1/orgs/${organization}/openapi/weather`)).body
      for (let tries = 0; (await read()).processingState !== 'complete' && tries < 100; tries++) await pause(100)
      const { lastVersion, lastProcessErrorCode } = await read()
      assert.deepEqual([typeof lastVersion, lastProcessErrorCode], ['string', undefined])
    },
  },
  {
    title: 'tail prints what was delivered to an integration, with its logs',
    needs: ['listIntegrationEvents', 'getIntegrationEvent'],
    async play({ cli, http, organization }) {
      const { status } = await http.post(`${INTEGRATION}/installations`, { organization })
      assert.equal(status, 201)
      const count = async () => (await http.get(`${INTEGRATION}/events`)).body.count
      for (let tries = 0; (await count()) === 0 && tries < 300; tries++) await pause(100)
      const { output } = await cli.run(['tail'], { seconds: 20, environment: MANIFEST_NEEDS })
      assert.match(output, /\[success\].*installation_setup/s)
      assert.match(output, /Set up/)
    },
  },
  {
    title: 'unpublish removes an integration, when that is meant',
    async play({ cli, http }) {
      const doubtful = await cli.run(['unpublish', NAME], { input: 'n\n' })
      assert.equal(doubtful.code, 0, doubtful.output)
      assert.equal((await http.get(INTEGRATION)).status, 200)
      const { code, output } = await cli.run(['unpublish', NAME], { input: 'y\n' })
      assert.equal(code, 0, output)
      assert.equal((await http.get(INTEGRATION)).status, 404)
    },
  },
]
