import { describe, expect, test } from 'vitest'
import { convertSite, recognize, type SiteFiles } from './index.ts'

const filesOf = (texts: Record<string, string>): SiteFiles => ({
  names: Object.keys(texts),
  read: async (name) => Buffer.from(texts[name]!),
})

async function convert(texts: Record<string, string>) {
  const files = filesOf(texts)
  const tool = recognize(files)
  const { files: made, notes } = await convertSite(tool!, files)
  return { tool, made: Object.fromEntries([...made].map(([path, bytes]) => [path, String(bytes)])), notes }
}

describe('Docusaurus', () => {
  const SITE = {
    'docusaurus.config.ts': 'export default {}',
    'sidebars.ts': `import type {SidebarsConfig} from '@docusaurus/plugin-content-docs'
const sidebars: SidebarsConfig = {
  guide: ['intro', {type: 'category', label: 'Sailing', link: {type: 'doc', id: 'sailing/index'}, items: ['sailing/knots']},
    {type: 'link', label: 'Weather', href: 'https://weather.example.com'}],
}
export default sidebars`,
    'docs/01-intro.mdx': `---
title: Set sail
description: "The first day: what to bring"
sidebar_label: Start
---
import Tabs from '@theme/Tabs'
import Chart from '@site/src/chart'

:::tip[Before you go]

Read [the knots](./sailing/02-knots.md#bowline), or [by address](/docs/sailing/knots).

:::

<Tabs groupId="os">
  <TabItem value="a" label="By day">

    \`\`\`js title="day.js" showLineNumbers
    sail()
    \`\`\`

  </TabItem>
  <TabItem value="By night">Lights on.</TabItem>
</Tabs>

![A boat](/img/boat.png) \`[not](./a-link.md)\`

<Chart data={[1, 2]} />
`,
    'docs/sailing/index.md': '# Sailing\n\nSee [start](../01-intro.mdx) and [nothing](./nothing.md).\n',
    'docs/sailing/02-knots.md': '# Knots\n\n:::danger\nHold on.\n:::\n',
    'docs/extra.md': 'Beside the list.\n',
    'static/img/boat.png': 'PNG',
    'blog/2024-first.md': '# Post\n',
  }

  test('pages, their order, blocks, links and pictures come along; the rest is listed', async () => {
    const { tool, made, notes } = await convert(SITE)
    expect(tool).toBe('docusaurus')
    expect(made['SUMMARY.md']).toBe(`# Table of contents

* [Start](intro.md)
* [Sailing](sailing/README.md)
  * [Knots](sailing/knots.md)
* [Weather](https://weather.example.com)
* [Extra](extra.md)
`)
    expect(made['intro.md']).toBe(`---
description: "The first day: what to bring"
---

# Set sail

{% hint style="success" %}
**Before you go**

Read [the knots](sailing/knots.md#bowline), or [by address](sailing/knots.md).

{% endhint %}

{% tabs %}

{% tab title="By day" %}

{% code title="day.js" lineNumbers="true" %}
\`\`\`js
sail()
\`\`\`
{% endcode %}

{% endtab %}

{% tab title="By night" %}
Lights on.
{% endtab %}

{% endtabs %}

![A boat](.gitbook/assets/boat.png) \`[not](./a-link.md)\`

<Chart data={[1, 2]} />
`)
    expect(made['sailing/knots.md']).toContain('{% hint style="danger" %}\nHold on.\n{% endhint %}')
    expect(made['sailing/README.md']).toContain('[start](../intro.md)')
    expect(made['.gitbook/assets/boat.png']).toBe('PNG')
    expect(notes).toEqual([
      { path: 'docs/01-intro.mdx', message: 'The import of @site/src/chart is left out.' },
      { path: 'blog', message: '1 posts of the blog are not imported.' },
      { path: 'sidebars.ts', message: '1 pages that it does not list are at the end.' },
      { path: 'docs/sailing/index.md', message: 'The link to ./nothing.md leads nowhere.' },
    ])
  })

  test('without a list, folders and positions are the order; a list that is computed is reported', async () => {
    const { 'sidebars.ts': _list, ...rest } = SITE
    const site = {
      ...rest,
      'sidebars.js': 'module.exports = makeSidebars()',
      'docs/sailing/_category_.json': '{"label": "At sea", "position": 1}',
    }
    const { made, notes } = await convert(site)
    expect(made['SUMMARY.md']).toContain(
      '* [Start](intro.md)\n* [At sea](sailing/README.md)\n  * [Knots](sailing/knots.md)',
    )
    expect(notes.map(({ path }) => path)).toContain('sidebars.js')
  })
})

test('MkDocs: nav, admonitions, foldings and tabs', async () => {
  const { tool, made, notes } = await convert({
    'site/mkdocs.yml': `site_name: Boats
nav:
  - Home: index.md
  - Guide:
      - guide/oars.md
      - Missing: guide/missing.md
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
`,
    'site/docs/index.md': `# Boats

!!! warning "Mind the tide"
    It comes in fast.

    !!! note
        Twice a day.

??? question
    Folded.

=== "Oars"

    Row.

=== "Sails"

    Sail.

[Row](guide/oars.md){ .md-button } and ![](img/boat.png)
`,
    'site/docs/guide/oars.md': '# Oars\n\n``` { .py title="row.py" linenums="1" }\nrow()\n```\n',
    'site/docs/img/boat.png': 'PNG',
  })
  expect(tool).toBe('mkdocs')
  expect(made['SUMMARY.md']).toContain('* [Home](README.md)\n\n## Guide\n\n* [Oars](guide/oars.md)')
  expect(made['README.md']).toContain(
    '{% hint style="warning" %}\n**Mind the tide**\n\nIt comes in fast.\n\n{% hint style="info" %}\nTwice a day.\n{% endhint %}',
  )
  expect(made['README.md']).toContain('<summary>Question</summary>\n\nFolded.')
  expect(made['README.md']).toMatch(/\{% tab title="Oars" %\}\s+Row\.\s+\{% endtab %\}\s+\{% tab title="Sails" %\}/)
  expect(made['README.md']).toContain('[Row](guide/oars.md) and ![](.gitbook/assets/boat.png)')
  expect(made['guide/oars.md']).toContain('{% code title="row.py" lineNumbers="true" %}\n```py\nrow()')
  expect(notes).toEqual([{ path: 'mkdocs.yml', message: 'The page guide/missing.md is not there.' }])
})

test('Mintlify: navigation, components and titles of code', async () => {
  const { tool, made, notes } = await convert({
    'docs.json': JSON.stringify({
      navigation: {
        tabs: [
          { tab: 'Guides', groups: [{ group: 'Begin', pages: ['index', { group: 'More', pages: ['more/steps'] }] }] },
        ],
      },
    }),
    'index.mdx': `---
title: Begin
description: First
---
import { Snippet } from '/snippets/a.mdx'

<Note>Read [steps](/more/steps).</Note>

<CardGroup cols={2}>
  <Card title="Steps" icon="list" href="/more/steps">
    One by one.
  </Card>
</CardGroup>

<CodeGroup>

\`\`\`bash npm
npm start
\`\`\`

\`\`\`bash pnpm
pnpm start
\`\`\`

</CodeGroup>

<Unknown />
`,
    'more/steps.mdx': `---
title: Steps
openapi: GET /boats
---
<Steps>
  <Step title="First">
    Cast off.

    <Warning>
      Mind the rope.
    </Warning>
  </Step>
</Steps>
<ParamField query="knots" type="number" required>How fast.</ParamField>
`,
  })
  expect(tool).toBe('mintlify')
  expect(made['SUMMARY.md']).toContain(
    '## Guides\n\n* Begin\n  * [Begin](README.md)\n  * More\n    * [Steps](more/steps.md)',
  )
  expect(made['README.md']).toContain('{% hint style="info" %}\nRead [steps](more/steps.md).\n{% endhint %}')
  expect(made['README.md']).toContain('**[Steps](more/steps.md)**\n\nOne by one.')
  expect(made['README.md']).toContain('{% tab title="npm" %}\n```bash\nnpm start\n```\n{% endtab %}')
  expect(made['README.md']).toContain('<Unknown />')
  expect(made['more/steps.md']).toMatch(
    /\{% step %\}\n### First\n\nCast off\.\n\n\{% hint style="warning" %\}\nMind the rope\.\n\{% endhint %\}\s+\{% endstep %\}/,
  )
  expect(made['more/steps.md']).toContain('**`knots`** · number · required\n\nHow fast.')
  expect(notes.map(({ path }) => path)).toEqual(['index.mdx', 'more/steps.mdx'])
})

describe('Notion', () => {
  const [HOME, ROPES, TIDES, LOG] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [
    string,
    string,
    string,
    string,
  ]

  test('pages without the ids in their names, in the order of links, callouts and databases', async () => {
    const { tool, made, notes } = await convert({
      [`Harbour ${HOME}.md`]: `# Harbour

<aside>
💡 Ask the master.

</aside>

[Tides](Harbour/Tides%20${TIDES}.md)
[Ropes](Harbour/Ropes%20${ROPES}.md)
![](Harbour/map.png)
[Log](Harbour/Log%20${LOG}.csv)
`,
      [`Harbour/Ropes ${ROPES}.md`]: `# Ropes\n\nBack to [the harbour](../Harbour%20${HOME}.md).\n`,
      [`Harbour/Tides ${TIDES}.md`]: '# Tides\n',
      [`Harbour/Log ${LOG}.csv`]: 'Name,Note\nGull,"in, at\nnoon"\n',
      'Harbour/map.png': 'PNG',
    })
    expect(tool).toBe('notion')
    expect(made['SUMMARY.md']).toContain(
      '* [Harbour](harbour.md)\n  * [Tides](harbour/tides.md)\n  * [Ropes](harbour/ropes.md)\n  * [Log](harbour/log.md)',
    )
    expect(made['harbour.md']).toContain('{% hint style="info" %}\n💡 Ask the master.')
    expect(made['harbour.md']).toContain(
      '[Tides](harbour/tides.md)\n[Ropes](harbour/ropes.md)\n![](.gitbook/assets/map.png)',
    )
    expect(made['harbour/ropes.md']).toContain('[the harbour](../harbour.md)')
    expect(made['harbour/log.md']).toContain('| Name | Note |\n| --- | --- |\n| Gull | in, at<br>noon |')
    expect(notes).toEqual([{ path: `Harbour/Log ${LOG}.csv`, message: 'The database is a plain table now.' }])
  })

  test('an export as HTML', async () => {
    const { made } = await convert({
      [`Harbour ${HOME}.html`]: `<html><head><title>Harbour</title></head><body><article><h1 class="page-title">Harbour</h1><div class="page-body"><p>See <a href="Harbour/Ropes%20${ROPES}.html">ropes</a>.</p></div></article></body></html>`,
      [`Harbour/Ropes ${ROPES}.html`]:
        '<html><head><title>Ropes</title></head><body><article><div class="page-body"><p>Coil them.</p></div></article></body></html>',
    })
    expect(made['harbour.md']).toBe('# Harbour\n\nSee [ropes](harbour/ropes.md).\n')
    expect(made['harbour/ropes.md']).toBe('# Ropes\n\nCoil them.\n')
  })
})

test('Outline: collections are groups, folders are the pages below', async () => {
  const { tool, made } = await convert({
    'Crew/Rules.md':
      '# Rules\n\n:::warning\nWear a vest.\n:::\n\n![](uploads/1/2/vest.png)\n\n[Watch](./Rules/Night%20watch.md)\n',
    'Crew/Rules/Night watch.md': '# Night watch\n\nTwo at a time.\n',
    'Crew/uploads/1/2/vest.png': 'PNG',
    'Yard/Tools.md': '# Tools\n',
  })
  expect(tool).toBe('outline')
  expect(made['SUMMARY.md']).toContain(
    '## Crew\n\n* [Rules](crew/rules.md)\n  * [Night watch](crew/rules/night-watch.md)\n\n## Yard\n\n* [Tools](yard/tools.md)',
  )
  expect(made['crew/rules.md']).toContain('{% hint style="warning" %}\nWear a vest.\n{% endhint %}')
  expect(made['crew/rules.md']).toContain('![](../.gitbook/assets/vest.png)\n\n[Watch](rules/night-watch.md)')
})

test('BookStack: books with chapters, pages as Markdown or HTML, pictures and attachments', async () => {
  const { tool, made, notes } = await convert({
    'data.json': JSON.stringify({
      book: {
        name: 'Boat care',
        tags: [{ name: 'a', value: 'b' }],
        pages: [
          {
            id: 1,
            name: 'Paint',
            priority: 2,
            markdown: 'Two coats. ![](<[[bsexport:image:9]]>) [Clean]([[bsexport:page:2]])',
            images: [{ id: 9, name: 'p', file: 'abc.png' }],
          },
        ],
        chapters: [
          {
            id: 5,
            name: 'Winter',
            priority: 1,
            pages: [
              {
                id: 2,
                name: 'Clean',
                html: '<p>Rinse <strong>well</strong>.</p>',
                attachments: [{ id: 3, name: 'List', link: 'https://list.example.com' }],
              },
            ],
          },
        ],
      },
    }),
    'files/abc.png': 'PNG',
  })
  expect(tool).toBe('bookstack')
  expect(made['SUMMARY.md']).toContain('## Winter\n\n* [Clean](winter/clean.md)\n\n***\n\n* [Paint](paint.md)')
  expect(made['paint.md']).toBe('# Paint\n\nTwo coats. ![](.gitbook/assets/abc.png) [Clean](winter/clean.md)\n')
  expect(made['winter/clean.md']).toContain('Rinse **well**.\n\n## Attachments\n\n* [List](https://list.example.com)')
  expect(notes).toEqual([{ path: 'data.json', message: 'Tags are not imported.' }])
})

test('Confluence: the tree of index.html, hints, attachments and links between pages', async () => {
  const page = (title: string, body: string) =>
    `<html><head><title>Port : ${title}</title></head><body><div id="page"><div id="main"><div id="main-header"><h1 id="title-heading"><span id="title-text">Port : ${title}</span></h1></div><div id="content"><div id="main-content" class="wiki-content group">${body}</div></div></div></div></body></html>`
  const { tool, made, notes } = await convert({
    'PORT/index.html':
      '<html><head><title>Port</title></head><body><div id="main"><h2>Available Pages:</h2><ul><li><a href="Port-home_1.html">Port home</a><ul><li><a href="Cranes_2.html">Cranes</a></li></ul></li></ul></div></body></html>',
    'PORT/Port-home_1.html': page(
      'Port home',
      '<p>See <a href="Cranes_2.html">cranes</a>.</p><div class="confluence-information-macro confluence-information-macro-warning"><div class="confluence-information-macro-body"><p>Keep clear.</p></div></div><p><img src="attachments/1/7.png"></p>',
    ),
    'PORT/Cranes_2.html': page('Cranes', '<p>Two of them.</p>'),
    'PORT/attachments/1/7.png': 'PNG',
  })
  expect(tool).toBe('confluence')
  expect(made['SUMMARY.md']).toContain('* [Port home](port-home.md)\n  * [Cranes](cranes.md)')
  expect(made['port-home.md']).toContain('# Port home\n\nSee [cranes](cranes.md).')
  expect(made['port-home.md']).toContain('{% hint style="warning" %}\nKeep clear.\n{% endhint %}')
  expect(made['port-home.md']).toContain('.gitbook/assets/7.png')
  expect(made['.gitbook/assets/7.png']).toBe('PNG')
  expect(notes).toHaveLength(1)
})

test('Confluence as XML: the tree of pages, macros, tasks, links by title and attachments by name', async () => {
  const page = (id: number, title: string, more = '') =>
    `<object class="Page" package="p"><id name="id">${id}</id><property name="title"><![CDATA[${title}]]></property>${more}<property name="contentStatus"><![CDATA[current]]></property></object>`
  const body = (id: number, of: number, text: string) =>
    `<object class="BodyContent" package="c"><id name="id">${id}</id><property name="body"><![CDATA[${text}]]></property><property name="content" class="Page" package="p"><id name="id">${of}</id></property></object>`
  const parent = '<property name="parent" class="Page" package="p"><id name="id">1</id></property>'
  const { tool, made, notes } = await convert({
    'entities.xml': `<?xml version="1.0"?><hibernate-generic>
${page(1, 'Port', '<property name="position"/>')}
${page(2, 'Cranes & co', `${parent}<property name="position">1</property>`)}
${page(3, 'Berths', `${parent}<property name="position">0</property>`)}
${page(4, 'Port', '<property name="originalVersion" class="Page" package="p"><id name="id">1</id></property>')}
${body(10, 1, '<p>See <ac:link><ri:page ri:content-title="Cranes &amp; co" /><ac:plain-text-link-body><![CDATA[the cranes]] ></ac:plain-text-link-body></ac:link>.</p><ac:structured-macro ac:name="warning"><ac:parameter ac:name="title">Mind</ac:parameter><ac:rich-text-body><p>Keep clear.</p></ac:rich-text-body></ac:structured-macro><ac:image ac:alt="Map"><ri:attachment ri:filename="map of port.png" /></ac:image>')}
${body(11, 2, '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[lift("<b>")]] ></ac:plain-text-body></ac:structured-macro><ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>Grease</ac:task-body></ac:task></ac:task-list><ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">X-1</ac:parameter></ac:structured-macro>')}
<object class="Attachment" package="p"><id name="id">55</id><property name="title"><![CDATA[map of port.png]]></property><property name="version">2</property><property name="containerContent" class="Page" package="p"><id name="id">1</id></property></object>
</hibernate-generic>`,
    'attachments/1/55/2': 'PNG',
  })
  expect(tool).toBe('confluence')
  expect(made['SUMMARY.md']).toContain('* [Port](port.md)\n  * [Berths](berths.md)\n  * [Cranes & co](')
  const [, cranes] = /\[the cranes\]\(([^)]+)\)/.exec(made['port.md']!) ?? []
  expect(made[cranes!]).toContain('```js\nlift("<b>")\n```')
  expect(made[cranes!]).toContain('[x] Grease')
  expect(made['port.md']).toMatch(/\{% hint style="warning" %\}\n\*\*Mind\*\*\n\nKeep clear\.\n\{% endhint %\}/)
  expect(made['port.md']).toContain('.gitbook/assets/map%20of%20port.png')
  expect(made['.gitbook/assets/map of port.png']).toBe('PNG')
  expect(notes.map(({ message }) => message)).toContain('The macro jira is not supported; only its text is kept.')
})

test('what is broken, deep or endless is read in time and loses no words', async () => {
  const deep = `${'<Note>\n'.repeat(1000)}deep\n${':::note\n'.repeat(1000)}`
  const { made } = await convert({
    'mint.json': '{"navigation": [{"group": "A", "pages": ["one", "two", "long"]}]}',
    'one.mdx': deep,
    'long.mdx': `\`\`\`\n${'x\n'.repeat(500_000)}\`\`\``,
    'two.mdx': `<Card title="x\n\n<Tab\n\`\`\`\nopen`,
  })
  expect(made['one.md']).toContain('deep')
  expect(made['two.md']).toContain('open')
  expect(made['long.md']!.length).toBeGreaterThan(1_000_000)
  expect(recognize(filesOf({ 'a.md': '# A' }))).toBeUndefined()
})
