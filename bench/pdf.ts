// Measures the time to print a PDF of three hundred pages, and the latency of other requests meanwhile.
import type { Api } from './api.ts'

const PAGES = 150
const BATCH_SIZE = 50

export interface PdfFigures {
  sheets: number
  /** Time for the first PDF after the start, and for another one. */
  firstMilliseconds: number
  milliseconds: number
  /** The slowest and the median response to small requests meanwhile. */
  slowestAnswer: number
  medianAnswer: number
}

export async function measurePdf(api: Api, organization: string): Promise<PdfFigures> {
  const space = await fill(api, organization)
  const first = await print(api, space)
  await api.post(`/spaces/${space}/content`, { changes: [{ operation: 'insert_page', title: 'One more' }] })
  const second = await print(api, space)
  const answers = [...first.answers, ...second.answers].sort((a, b) => a - b)
  return {
    sheets: second.sheets,
    firstMilliseconds: Math.round(first.milliseconds),
    milliseconds: Math.round(second.milliseconds),
    slowestAnswer: Math.round(answers.at(-1) ?? 0),
    medianAnswer: Math.round(answers[Math.floor(answers.length / 2)] ?? 0),
  }
}

async function fill(api: Api, organization: string): Promise<string> {
  const { id } = await api.post(`/orgs/${organization}/spaces`, { title: 'A book' })
  for (let at = 0; at < PAGES; at += BATCH_SIZE) {
    const changes = Array.from({ length: BATCH_SIZE }, (_, more) => ({
      operation: 'insert_page',
      title: `Chapter ${at + more + 1}`,
      document: { markdown: TEXT },
    }))
    await api.post(`/spaces/${id}/content`, { changes })
  }
  return id
}

async function print(api: Api, space: string) {
  const { url } = await api.get(`/spaces/${space}/pdf`)
  const began = performance.now()
  let isDone = false
  const printed = fetch(url).then(async (response) => {
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`The PDF was answered with ${response.status}: ${bytes}`)
    return {
      milliseconds: performance.now() - began,
      sheets: bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    }
  })
  const finished = printed.finally(() => {
    isDone = true
  })
  const answers: number[] = []
  while (!isDone) {
    const asked = performance.now()
    await api.get(`/spaces/${space}`)
    answers.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { ...(await finished), answers }
}

const PARAGRAPH =
  'A paragraph about **installing** and `running` the server on [your own machine](https://example.com/x). '
const TEXT = [
  PARAGRAPH.repeat(7),
  '## Settings',
  `| Name | Default | What it is |\n| --- | --- | --- |\n${'| `PORT` | 4000 | Where to listen |\n'.repeat(8)}`,
  '```typescript\nimport { createServer } from "node:http"\n\ncreateServer((request, response) => response.end("Hello"))\n```',
  '{% hint style="warning" %}\nMake a backup first.\n{% endhint %}',
  '## Steps',
  '1. Install\n2. Configure\n3. Start\n\n* [x] done\n* [ ] open',
  PARAGRAPH.repeat(7),
  'The formula is $$x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}$$ as always.',
  '## More',
  PARAGRAPH.repeat(9),
].join('\n\n')
