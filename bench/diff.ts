// What changed in a long page, compared and drawn by the server as the console asks for it.
import type { Api } from './api.ts'

export interface DiffFigures {
  blocks: number
  changed: number
  /** Milliseconds until the changes are there: of several calls, the one in the middle. */
  milliseconds: number
}

const BLOCKS = 2000
const CALLS = 15

export async function measureDiff(api: Api, organization: string): Promise<DiffFigures> {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: 'Changes' })
  const { changes } = await api.post(`/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Long', document: { markdown: textOf('plain') } }],
  })
  const page = changes[0].page.id as string
  const { revision: from } = await api.get(`/spaces/${space}`)
  await api.post(`/spaces/${space}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown: textOf('other') } }],
  })
  const { revision: to } = await api.get(`/spaces/${space}`)
  const times: number[] = []
  let changed = 0
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    const query = `from=${from}&unchanged=counted`
    ;({ changes: changed } = await api.get(`/spaces/${space}/revisions/${to}/page/${page}/changes?${query}`))
    times.push(performance.now() - start)
  }
  return { blocks: BLOCKS, changed, milliseconds: times.sort((a, b) => a - b)[Math.floor(CALLS / 2)]! }
}

/** In the other version, every tenth paragraph has another word. */
const textOf = (word: string): string =>
  Array.from(
    { length: BLOCKS },
    (_, at) =>
      `${at % 20 === 0 ? '## ' : ''}Paragraph ${at}: some ${at % 10 === 3 ? word : 'plain'} words with **bold** ones and a [link](https://example.com/${at}).`,
  ).join('\n\n')
