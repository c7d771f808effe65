// How much longer the same work takes where there is ten times as much: one request at a time, in turn, each after
// something was committed, so that no reply that was kept is measured.
import type { Api } from './api.ts'
import { type Figure, median } from './compare.ts'
import type { Store } from './databases.ts'
import { listPages } from './pages.ts'
import { editChange, type Filled, LISTED, makePages, type World } from './world.ts'

const TIMES = 80
/** What is done first and not counted: both have to be run before either is compared. */
const FIRST = 5

export type Work = (filled: Filled, time: number) => Promise<unknown>

export async function measureGrowth({ small, large }: World, store: Store, work: Work): Promise<Figure> {
  const measure = async (filled: Filled, time: number) => {
    await store.commit()
    const began = performance.now()
    await work(filled, time)
    return performance.now() - began
  }
  const times: { small: number; large: number }[] = []
  for (let time = 0; time < TIMES + FIRST; time++)
    times.push({ small: await measure(small, time), large: await measure(large, time) })
  const counted = times.slice(FIRST)
  return { value: median(counted.map((each) => each.large)) / median(counted.map((each) => each.small)) }
}

/** The pages of the small space are in the large one too. */
const pageAt = ({ pages }: Filled, time: number): string => pages[(time * 37) % pages.length]!

export function listWorks(api: Api): Record<string, Work> {
  const texts = makePages(1)
  const words = commonWords()
  return {
    'edit a page': (filled, time) =>
      api.post(`/spaces/${filled.space}/content`, { changes: [editChange(pageAt(filled, time), texts[0]!, time)] }),
    'read a page': (filled, time) => api.get(`/spaces/${filled.space}/content/page/${pageAt(filled, time)}`),
    'list 25 comments of 100': ({ space }) => api.get(`/spaces/${space}/comments?limit=${LISTED}`),
    'list 25 members of 100': ({ organization }) => api.get(`/orgs/${organization}/members?limit=${LISTED}`),
    'search, 25 results': async ({ space }, time) => {
      const word = words[time % words.length]!
      const { items } = await api.get(`/spaces/${space}/search?query=${word}&limit=${LISTED}`)
      if (items.length < LISTED) throw new Error(`Only ${items.length} pages have the word ${word}.`)
    },
  }
}

/** Words that a third of the pages have: enough results in the small space as in the large one. */
function commonWords(): string[] {
  const pages = listPages(200)
  const counts = new Map<string, number>()
  for (const { markdown } of pages)
    for (const word of new Set(markdown.toLowerCase().match(/[a-z]{4,}/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const distance = ([, count]: [string, number]) => Math.abs(count - pages.length / 3)
  return [...counts]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 8)
    .map(([word]) => word)
}
