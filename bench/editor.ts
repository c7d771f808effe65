// The editor on a long page, in Chromium: how long the page's thread works until the page can be typed into, and for each
// key. Time of the processor, so that what else runs on the machine counts little.
import type { CDPSession } from 'playwright-core'
import { hasChromium, launchChromium } from '../test/support/chromium.ts'
import type { Api } from './api.ts'
import { signIn } from './signing-in.ts'

export interface EditorFigures {
  blocks: number
  /** Milliseconds of script from the click on the page in the tree until its text can be edited. */
  openingScript: number
  /** Milliseconds of script for a key. */
  keyScript: number
  /** Milliseconds of everything that the browser does for a key: script, styles, layout, painting. */
  keyTotal: number
}

const BLOCKS = 2000
const KEYS = 200

/** Undefined without Chromium. */
export async function measureEditor(
  api: Api,
  server: { url: string; data: string },
  organization: string,
): Promise<EditorFigures | undefined> {
  if (!hasChromium) return undefined
  const { space, pages } = await createPages(api, organization)
  const browser = await launchChromium()
  try {
    const context = await signIn(browser, { ...server, name: 'writer' })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const text = page.getByRole('textbox', { name: 'Page content' })
    await page.goto(`${server.url}/app/spaces/${space}/pages/${pages[0]}`)
    await text.getByText('Short.').waitFor()
    const before = await timesOf(session)
    await page.getByRole('treeitem', { name: 'Long' }).click()
    await text.getByText(`Paragraph ${BLOCKS - 1}:`).waitFor()
    await page.waitForTimeout(1000)
    const opened = await timesOf(session)
    await text.getByText('Paragraph 3:').click()
    await page.keyboard.press('End')
    await page.keyboard.type('warm up')
    await page.waitForTimeout(2000)
    const ready = await timesOf(session)
    for (let key = 0; key < KEYS; key++) await page.keyboard.press(key % 6 === 5 ? ' ' : 'a', { delay: 30 })
    const typed = await timesOf(session)
    return {
      blocks: BLOCKS,
      openingScript: opened.script - before.script,
      keyScript: (typed.script - ready.script) / KEYS,
      keyTotal: (typed.task - ready.task) / KEYS,
    }
  } finally {
    await browser.close()
  }
}

/** Milliseconds since the page began. */
async function timesOf(session: CDPSession): Promise<{ script: number; task: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const milliseconds = (name: string) => metrics.find((metric) => metric.name === name)!.value * 1000
  return { script: milliseconds('ScriptDuration'), task: milliseconds('TaskDuration') }
}

async function createPages(api: Api, organization: string): Promise<{ space: string; pages: string[] }> {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: 'Editor' })
  const long = Array.from(
    { length: BLOCKS },
    (_, at) =>
      `${at % 20 === 0 ? '## ' : ''}Paragraph ${at}: some words with **bold** ones and a [link](https://example.com/${at}).`,
  ).join('\n\n')
  const { changes } = await api.post(`/spaces/${space}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Short', document: { markdown: 'Short.' } },
      { operation: 'insert_page', title: 'Long', document: { markdown: long } },
    ],
  })
  return { space, pages: changes.map(({ page }: { page: { id: string } }) => page.id) }
}
