// A document with every block and inline of the document format.
import type { Block, Document } from '../../src/engine/document.ts'
import { parseMarkdown } from '../../src/markdown/index.ts'

const MARKDOWN = `
A delivery counts as received when your endpoint answers with a \`2xx\` status. **Bold**, _italic_, ~~struck~~, <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup>, <mark style="color:red;">red</mark> and <mark style="background-color:green;">on green</mark>, a [link](https://example.com/), $$a^2 + b^2$$, :rocket: and <i class="fa-bell">:bell:</i>.

## Lists

* One
* Two
  * Nested
    1. First
    2. Second
* Three

3. Third
4. Fourth

- [x] Done
- [ ] To do

> A quotation with *emphasis*.

---

{% hint style="info" %}
**Answer first, work later.** Put the event on a queue of your own.
{% endhint %}

{% hint style="success" %}
Replays keep their id.
{% endhint %}

{% hint style="warning" %}
**Verify before you store.** Anybody who knows the address can fill your table.
{% endhint %}

{% hint style="danger" %}
### With a title

Deleting an endpoint drops everything that waits for it.
{% endhint %}

## Code

{% code title="webhooks.ts" lineNumbers="true" %}
\`\`\`typescript
app.post('/webhooks', async (request, reply) => {
  return reply.code(202).send()
})
\`\`\`
{% endcode %}

{% code overflow="wrap" expandable="true" %}
\`\`\`
one
two
three
four
five
six
seven
eight
nine
ten
eleven
twelve, which is a long line that has to wrap because there is no room for it on a screen of this width, however wide
\`\`\`
{% endcode %}

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

$$
d_n = \\min(c, b \\cdot 2^{n-1}) \\cdot (1 + j)
$$

## Tables and cards

| Attempt | Pause | What the owners see |
| ------: | :---: | ------------------- |
| 1 | none | Nothing yet |
| 2 | 30 s | The delivery turns _late_ |

{% tabs %}
{% tab title="npm" %}
\`\`\`bash
npm install
\`\`\`
{% endtab %}
{% tab title="yarn" %}
\`\`\`bash
yarn
\`\`\`
{% endtab %}
{% endtabs %}

{% tabs %}
{% tab title="One event type" %}
Give the type a limit.
{% endtab %}
{% tab title="A whole endpoint" %}
Pause it.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Find what is parked

List the deliveries of the last day.
{% endstep %}
{% step %}
### Replay the rest

At most fifty a second.
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="66.66666666666666%" %}
The wider column.
{% endcolumn %}
{% column width="33.33333333333334%" %}
The narrower one.
{% endcolumn %}
{% endcolumns %}

<details>

<summary>Does a redirect count as an answer?</summary>

No. Redirects are not followed.

</details>

<details>

<summary>Can I choose another schedule?</summary>

Yes, for each endpoint.

</details>

<figure><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" alt="A red dot" width="375"><figcaption><p>A caption under a picture.</p></figcaption></figure>

{% file src="https://example.com/report.pdf" %}
A report
{% endfile %}

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}
A talk
{% endembed %}

{% embed url="https://example.com/some-page" %}

{% content-ref url="https://example.com/other" %}
[Other](https://example.com/other)
{% endcontent-ref %}

<a href="https://example.com/start" class="button primary">Get started</a> <a href="https://example.com/more" class="button secondary">Learn more</a>

Words with a note[^1].

[^1]: The note itself.

## Reference

{% if visitor.claims.beta %}
Only for some.
{% endif %}

### A smaller heading

#### The smallest
`

const text = (value: string) => ({
  object: 'text' as const,
  leaves: [{ object: 'leaf' as const, text: value, marks: [] }],
})
const paragraph = (value: string): Block => ({ object: 'block', type: 'paragraph', nodes: [text(value)] })
const block = (type: string, data: Record<string, unknown>, nodes?: Block[]): Block => ({
  object: 'block',
  type,
  data,
  ...(nodes ? { nodes } : { isVoid: true }),
})

const cell = (name: string, value: string) => ({
  object: 'fragment' as const,
  fragment: name,
  nodes: [paragraph(value)],
})

/** A table of every type of column. */
const table = (view: Record<string, unknown>): Block => ({
  ...block('table', {
    view: { columns: ['name', 'count', 'done', 'stars', 'kind', 'owner', 'more'], ...view },
    definition: {
      name: { id: 'name', title: 'Name', type: 'text' },
      count: { id: 'count', title: 'Count', type: 'number' },
      done: { id: 'done', title: 'Done', type: 'checkbox' },
      stars: { id: 'stars', title: 'Stars', type: 'rating', max: 5 },
      kind: { id: 'kind', title: 'Kind', type: 'select', options: [{ value: 'a', label: 'Guide', color: 'blue' }] },
      owner: { id: 'owner', title: 'Owner', type: 'users' },
      files: { id: 'files', title: 'Files', type: 'files' },
      cover: { id: 'cover', title: 'Cover', type: 'image' },
      more: { id: 'more', title: 'More', type: 'content-ref' },
    },
    records: Object.fromEntries(
      ['Verify signatures', 'Alerts for owners', 'Watch the queue'].map((_name, at) => [
        `r${at}`,
        {
          orderIndex: `a${at}`,
          values: {
            name: `n${at}`,
            count: at * 1200,
            done: at === 1,
            stars: at + 2,
            kind: ['a'],
            owner: [],
            files: [],
            more: { kind: 'url', url: 'https://example.com/more' },
          },
        },
      ]),
    ),
  }),
  fragments: ['Verify signatures', 'Alerts for owners', 'Watch the queue'].map((name, at) => cell(`n${at}`, name)),
})

const REST: Block[] = [
  table({ type: 'grid' }),
  table({ type: 'cards', cardSize: 'medium', targetDefinition: 'more', columns: ['name', 'kind', 'more'] }),
  block('drawing', { alt: 'A drawing' }),
  block('openapi-operation', { ref: { kind: 'openapi', spec: 'pets' }, path: '/pets/{petId}', method: 'get' }),
  block('openapi-webhook', { ref: { kind: 'openapi', spec: 'pets' }, name: 'pet.created', method: 'post' }),
  block('openapi-schemas', { ref: { kind: 'openapi', spec: 'pets' }, schemas: ['Pet', 'Error'], grouped: true }),
  block('integration', { integration: 'charts', block: 'chart', props: { content: 'a,b\n1,2' } }),
  block('updates', {}, [
    block('update', { date: '2026-11-12', tags: [{ kind: 'tag', tag: 'new' }] }, [
      paragraph('Deliveries can be replayed.'),
    ]),
  ]),
  block('prompt', { description: 'Ask an assistant' }, [
    block('code', {}, [{ ...block('code-line', {}), nodes: [text('Explain retries.')] }]),
  ]),
  block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'gone' } }),
  paragraph('نص عربي من اليمين إلى اليسار'),
]

export const everyBlock = (): Document => {
  const { document } = parseMarkdown(MARKDOWN, { title: false })
  return { ...document, nodes: [...document.nodes, ...REST] }
}
