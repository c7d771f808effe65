// Writes an integration project to disk.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PNG } from '../support/integrations.ts'

export const NAME = 'weather'

const manifest = (organization: string) => ({
  name: NAME,
  title: 'Weather',
  description: 'Shows the weather',
  summary: '# Weather\n\nShows the weather.',
  organization,
  visibility: 'public',
  icon: './icon.png',
  previewImages: ['./icon.png'],
  script: './index.ts',
  scopes: ['space:content:read'],
  categories: ['content'],
  blocks: [{ id: 'forecast', title: 'Forecast', urlUnfurl: ['https://weather.example/**'] }],
  configurations: { account: { properties: { city: { type: 'string', title: 'City', default: 'Bern' } } } },
  externalLinks: [{ label: 'Home', url: 'https://weather.example' }],
  contentSecurityPolicy: { 'img-src': 'weather.example' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the command line fills it in
  secrets: { KEY: '${{ env.WEATHER_KEY }}' },
})

const SCRIPT = `import { createIntegration } from '@gitbook/runtime'

export default createIntegration({
  events: {
    installation_setup: async (_event, { environment }) => console.log('Set up', environment.installation?.id),
  },
})
`

// JSON is valid YAML.
export async function writeProject(folder: string, organization: string): Promise<void> {
  await writeFile(join(folder, 'gitbook-manifest.yaml'), JSON.stringify(manifest(organization)))
  await writeFile(join(folder, 'index.ts'), SCRIPT)
  await writeFile(join(folder, 'icon.png'), Buffer.from(PNG, 'base64'))
  await writeFile(join(folder, 'openapi.yaml'), 'openapi: 3.1.0\ninfo: { title: Weather, version: "1" }\npaths: {}\n')
}
