// @only-sqlite
// Every setting of a site changes what readers get, in the way that this table says. The table is checked against the
// schema: a setting without a line fails.
import { beforeAll, describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { type Answer, readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite } from '../../../test/support/sites.ts'
import { Customization } from '../../shapes/customization.ts'

const server = startedServer()

type Shown = string | RegExp | ((text: string) => boolean)

/** What is in the answer with the first value only, and with the second only. */
interface Change {
  values: [one: unknown, other: unknown]
  shows: [one: Shown, other: Shown]
  /** What the stylesheet must have a rule for. */
  rules?: string[]
}

/** Settings for other renderers, and why they change nothing here. */
interface Unused {
  unused: string
}

const change = (one: unknown, other: unknown, shown: Shown, otherShown: Shown): Change => ({
  values: [one, other],
  shows: [shown, otherShown],
})

/** Present with the first value, absent with the second. */
const presence = (one: unknown, other: unknown, shown: Shown): Change => change(one, other, shown, /^/)

/** A class of the root element, which the stylesheet knows. */
const classes = (name: string, one: string, other: string): Change => ({
  ...change(
    one,
    other,
    new RegExp(`<html[^>]* class="[^"]*\\b${name}-${one}\\b`),
    new RegExp(`<html[^>]* class="[^"]*\\b${name}-${other}\\b`),
  ),
  rules: [`.${name}-${one}`, `.${name}-${other}`],
})

const PICTURES = ['https://pictures.example/one.png', 'https://pictures.example/two.png'] as const
const picture = change(...PICTURES, PICTURES[0], PICTURES[1])
const color = (property: string, theme: 'light' | 'dark'): Change => {
  const at = (hex: string) =>
    new RegExp(theme === 'light' ? `--${property}:light-dark\\(${hex},` : `--${property}:light-dark\\(#\\w+,${hex}\\)`)
  return theme === 'light'
    ? change('#123456', '#601a4a', at('#123456'), at('#601a4a'))
    : change('#abcdef', '#f5c2e7', at('#abcdef'), at('#f5c2e7'))
}
const link = (path: string) =>
  change(
    { kind: 'url', url: `https://one.example/${path}` },
    { kind: 'url', url: `https://two.example/${path}` },
    `https://one.example/${path}`,
    `https://two.example/${path}`,
  )
/** Whether the paper has most of one of the three colours: red, green or blue. */
const isPaper = (theme: 'light' | 'dark', most: number) => (text: string) => {
  const [, light, dark] = /--paper:light-dark\(#(\w+),#(\w+)\)/.exec(text) ?? []
  const parts = (theme === 'light' ? light : dark)?.match(/../g)?.map((part) => Number.parseInt(part, 16)) ?? []
  return parts.every((part, at) => at === most || part < parts[most]!)
}
const IN_READING = { unused: 'needs a repository or a reader: src/sites/reading.test.ts has its effect' }
const NO_ASSISTANT = { unused: 'Lectern has no assistant' }

const TABLE: Record<string, Change | Unused> = {
  title: change('Ferry', 'Barge', '· Ferry</title>', '· Barge</title>'),
  'styling.theme': classes('look', 'bold', 'gradient'),
  'styling.primaryColor.light': color('accent', 'light'),
  'styling.primaryColor.dark': color('accent', 'dark'),
  'styling.tint.color.light': change('#ff0000', '#0000ff', isPaper('light', 0), isPaper('light', 2)),
  'styling.tint.color.dark': change('#ff0000', '#0000ff', isPaper('dark', 0), isPaper('dark', 2)),
  'styling.infoColor.light': color('info', 'light'),
  'styling.infoColor.dark': color('info', 'dark'),
  'styling.successColor.light': color('good', 'light'),
  'styling.successColor.dark': color('good', 'dark'),
  'styling.warningColor.light': color('warn', 'light'),
  'styling.warningColor.dark': color('warn', 'dark'),
  'styling.dangerColor.light': color('bad', 'light'),
  'styling.dangerColor.dark': color('bad', 'dark'),
  'styling.corners': classes('corners', 'straight', 'circular'),
  'styling.depth': {
    values: ['flat', 'subtle'],
    shows: ['depth-flat', /<html(?![^>]*depth-)/],
    rules: ['.depth-flat'],
  },
  'styling.links': {
    values: ['accent', 'default'],
    shows: ['links-accent', /<html(?![^>]*links-)/],
    rules: ['.links-accent'],
  },
  'styling.font': change('Lato', 'Merriweather', '--serif:Lato', '--serif:"Merriweather'),
  'styling.monospaceFont': change('DMMono', 'FiraCode', '--mono:"DM Mono', '--mono:"Fira Code'),
  'styling.background': change('match', 'plain', 'ground-match', /<html(?![^>]*ground-)/),
  'styling.icons': classes('icons', 'thin', 'duotone'),
  'styling.sidebar.background': {
    values: ['filled', 'default'],
    shows: ['side-filled', /<html(?![^>]*side-)/],
    rules: ['.side-filled'],
  },
  'styling.sidebar.list': classes('list', 'pill', 'line'),
  'styling.search': {
    values: ['subtle', 'prominent'],
    shows: ['find-subtle', /<html(?![^>]*find-)/],
    rules: ['.find-subtle'],
  },
  'internationalization.locale': change('fr', 'ru', 'Aller au contenu', 'Перейти к содержанию'),
  'favicon.icon.light': change(...PICTURES, `rel="icon" href="${PICTURES[0]}"`, `rel="icon" href="${PICTURES[1]}"`),
  'favicon.icon.dark': change(...PICTURES, `rel="icon" href="${PICTURES[0]}"`, `rel="icon" href="${PICTURES[1]}"`),
  'favicon.emoji': change('1f600', '1f680', encodeURIComponent('😀'), encodeURIComponent('🚀')),
  'header.preset': classes('header', 'none', 'contrast'),
  'header.logo.light': picture,
  'header.logo.dark': picture,
  'header.backgroundColor.light': change(
    '#123456',
    '#601a4a',
    '--top-ground:light-dark(#123456',
    '--top-ground:light-dark(#601a4a',
  ),
  'header.backgroundColor.dark': change(
    '#123456',
    '#601a4a',
    /--top-ground:light-dark\(#\w+,#123456/,
    /--top-ground:light-dark\(#\w+,#601a4a/,
  ),
  'header.linkColor.light': change(
    '#ffffff',
    '#ffeeaa',
    '--top-ink:light-dark(#ffffff',
    '--top-ink:light-dark(#ffeeaa',
  ),
  'header.linkColor.dark': change(
    '#ffffff',
    '#ffeeaa',
    /--top-ink:light-dark\(#\w+,#ffffff/,
    /--top-ink:light-dark\(#\w+,#ffeeaa/,
  ),
  'header.links[].title': change('Status', 'Forum', '<span class="btn main">Status', '<span class="btn main">Forum'),
  'header.links[].style': change('button-primary', 'button-secondary', 'class="btn main">', '<span class="btn">'),
  'header.links[].to': link('header'),
  'header.links[].links[].title': change('Inner', 'Other', '<span>Inner', '<span>Other'),
  'header.links[].links[].to': link('inner'),
  'header.links[].condition': presence('true', 'false', 'class="btn main">'),
  'footer.logo.light': picture,
  'footer.logo.dark': picture,
  'footer.groups[].title': change('Company', 'Product', '<h2>Company', '<h2>Product'),
  'footer.groups[].links[].title': change('Jobs', 'Press', '>Jobs</a>', '>Press</a>'),
  'footer.groups[].links[].to': link('footer'),
  'footer.copyright': change('© One', '© Two', '© One', '© Two'),
  'announcement.enabled': presence(true, false, 'class="announcement'),
  'announcement.message': change('We moved', 'We stayed', 'We moved', 'We stayed'),
  'announcement.link.title': change('Read more', 'See how', '>Read more</a>', '>See how</a>'),
  'announcement.link.to': link('announcement'),
  'announcement.style': change('danger', 'success', 'announcement bad', 'announcement good'),
  'themes.default': change(
    'dark',
    'light',
    '<html lang="en" dir="ltr" class="header-custom" data-theme="dark">',
    'data-theme="light"',
  ),
  'themes.toggeable': presence(true, false, 'class="drop end appearance"'),
  'aiSearch.enabled': NO_ASSISTANT,
  'ai.mode': NO_ASSISTANT,
  'ai.integrationId': NO_ASSISTANT,
  'ai.pageLinkSummaries.enabled': NO_ASSISTANT,
  'feedback.enabled': presence(true, false, 'Was this page helpful?'),
  'git.showEditLink': IN_READING,
  'insights.trackingCookie': IN_READING,
  'pageActions.externalAI': presence(true, false, '>Open in ChatGPT<'),
  'pdf.enabled': presence(true, false, '>PDF of this page</a>'),
  'advancedCustomization.enabled': { unused: 'all settings are open to every site' },
  'pageActions.markdown': presence(true, false, '>View as Markdown</a>'),
  'externalLinks.target': presence('blank', 'self', 'target="_blank"'),
  'pagination.enabled': presence(true, false, 'class="pager"'),
  'trademark.enabled': presence(true, false, 'Published with Lectern'),
  'privacyPolicy.url': change(
    'https://one.example/privacy',
    'https://two.example/privacy',
    'href="https://one.example/privacy"',
    'href="https://two.example/privacy"',
  ),
  'socialPreview.url': change(
    ...PICTURES,
    `property="og:image" content="${PICTURES[0]}"`,
    `property="og:image" content="${PICTURES[1]}"`,
  ),
}

type Schema = { properties?: Record<string, Schema>; items?: Schema; type?: string }

/** The settings of the schema, by path; `[]` stands for each element of a list. */
function leavesOf({ properties, items }: Schema, path: string): string[] {
  if (items) return leavesOf(items, `${path}[]`)
  if (!properties) return [path]
  return Object.entries(properties).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`))
}

const both = (value: string) => ({ light: value, dark: value })
const to = (url: string) => ({ kind: 'url', url })

/** Settings in which every one has a value. */
const FULL = {
  title: 'Docs',
  styling: { tint: { color: both('#888888') } },
  favicon: { icon: both('https://x.example/icon.png') },
  header: {
    preset: 'custom',
    logo: both('https://x.example/logo.png'),
    backgroundColor: both('#202020'),
    linkColor: both('#ffffff'),
    links: [
      {
        title: 'Menu',
        style: 'button-primary',
        to: to('https://x.example/'),
        links: [{ title: 'In', to: to('https://x.example/in') }],
      },
    ],
  },
  footer: {
    logo: both('https://x.example/foot.png'),
    groups: [{ title: 'More', links: [{ title: 'Link', to: to('https://x.example/') }] }],
  },
  announcement: {
    enabled: true,
    message: 'Hello',
    style: 'info',
    link: { title: 'There', to: to('https://x.example/') },
  },
}

/** The settings with one of them changed, and what stands in its way removed. */
function withValue(path: string, value: unknown): object {
  const settings = structuredClone(FULL) as Record<string, unknown>
  if (path === 'favicon.emoji') settings.favicon = {}
  if (/^styling\.(primary|info|success|warning|danger)/.test(path)) (settings.styling as object) = {}
  const steps = path.replaceAll('[]', '.0').split('.')
  let inner = settings
  for (const step of steps.slice(0, -1)) {
    const color = /Color$/.test(step) ? both('#123456') : {}
    inner[step] ??= step === 'primaryColor' || /Color$/.test(step) ? color : {}
    inner = inner[step] as Record<string, unknown>
  }
  inner[steps.at(-1)!] = value
  return settings
}

const holds = (text: string, shown: Shown): boolean => {
  if (typeof shown === 'function') return shown(text)
  return typeof shown === 'string' ? text.includes(shown) : shown.test(text)
}

let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found())
  const [space] = site.spaces as [string]
  await edit(server, { space }, [
    {
      operation: 'insert_page',
      id: 'page',
      title: 'Page',
      icon: 'bell',
      document: documentOf('A [link](https://away.example/).'),
    },
  ])
})

const read = (): Promise<Answer> => readUrl(server, `${site.url}page`, { accept: 'text/html' })

async function readWith(path: string, value: unknown): Promise<Answer> {
  const { status, body } = await site.admin.http.put(`${site.path}/customization`, withValue(path, value))
  expect(status, JSON.stringify(body)).toBe(200)
  return read()
}

test('every setting of the schema has a line, and no line is about nothing', () => {
  expect(Object.keys(TABLE).sort()).toEqual(leavesOf(Customization as Schema, '').sort())
})

describe('a setting', () => {
  test.each(Object.entries(TABLE).filter(([, line]) => 'values' in line))(
    '%s has its effect with the next request',
    async (path, line) => {
      const { values, shows, rules = [] } = line as Change
      const [one, other] = [await readWith(path, values[0]), await readWith(path, values[1])]
      const has = ({ text }: Answer, shown: Shown) => holds(text, shown)
      expect([has(one, shows[0]), has(other, shows[0])], `${shows[0]} with ${values[0]} alone`).toEqual([true, false])
      expect(has(other, shows[1]), `${shows[1]} with ${values[1]}`).toBe(true)
      expect(one.headers.etag).not.toBe(other.headers.etag)
      if (rules.length === 0) return
      const sheet = / href="([^"]*\/site-\w+\.css)"/.exec(one.text)![1]!
      const { text } = await readUrl(server, sheet)
      expect(rules.filter((rule) => !text.includes(rule))).toEqual([])
    },
  )

  test('styling.theme has four values, each with colours of its own', async () => {
    const drawn = new Set<string>()
    for (const theme of ['clean', 'muted', 'bold', 'gradient']) {
      await site.admin.http.put(`${site.path}/customization`, { styling: { theme } })
      drawn.add(/<style>(.*?)<\/style>/.exec((await read()).text)?.[1] ?? '')
    }
    expect(drawn.size).toBe(4)
  })

  test('for an assistant changes nothing', async () => {
    const bare = (await readWith('aiSearch.enabled', false)).text
    expect((await readWith('aiSearch.enabled', true)).text).toBe(bare)
  })
})
