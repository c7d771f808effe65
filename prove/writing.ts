// Two people type into one page in two real browsers, at random places, while networks fail, tabs are reloaded and the
// server is killed. Afterwards everything they typed is there, and both see the same text.
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { scratchFolder, startLectern } from '../bench/servers.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { freePort } from '../test/support/free-port.ts'
import { type Client, persistentClient } from './client.ts'
import { signIn } from './signing-in.ts'

/** Where a round is played. */
export interface Stage {
  /** The address of the page in the console. */
  address: string
  /** The text of the page as the server has it. */
  stored(): Promise<string>
  people: readonly [BrowserContext, BrowserContext]
  /** Kills the server and starts it again. Undefined where it cannot be. */
  restart?(): Promise<void>
  random(): number
}

export interface WritingResult {
  rounds: number
  /** Words that were typed and should be there. */
  words: number
  /** How often somebody had to choose between two texts. */
  conflicts: number
  faults: string[]
}

const STEPS = 14
const PARAGRAPHS = ['North pier.', 'South pier.', 'The ferry leaves.', 'Bring a coat.', 'Last words.']
export const START = PARAGRAPHS.join('\n\n')

class Writer {
  readonly page: Page
  readonly #stage: Stage
  #isOffline = false
  readonly #typed = new Set<string>()
  conflicts = 0

  constructor(page: Page, stage: Stage) {
    this.page = page
    this.#stage = stage
    page.on('dialog', (dialog) => void dialog.accept())
  }

  get words(): readonly string[] {
    return [...this.#typed]
  }

  #pick(count: number): number {
    return Math.floor(this.#stage.random() * count)
  }

  async open(): Promise<void> {
    await this.page.goto(this.#stage.address)
    await this.#text.waitFor()
  }

  get #text() {
    return this.page.getByRole('textbox', { name: 'Page content' })
  }

  async step(word: string): Promise<void> {
    const chance = this.#stage.random()
    if (chance < 0.12) await this.setOffline(!this.#isOffline)
    else if (chance < 0.18 && !this.#isOffline) await this.#reload()
    else await this.#type(word, chance)
  }

  async #type(word: string, chance: number): Promise<void> {
    await this.#choose()
    const blocks = this.#text.locator(':scope > p')
    await blocks.nth(this.#pick(await blocks.count())).click()
    await this.#press(chance < 0.5 ? 'Home' : 'End')
    for (let left = this.#pick(3); left > 0; left--)
      await this.#press(chance < 0.5 ? 'Control+ArrowRight' : 'Control+ArrowLeft')
    if (chance > 0.9) {
      await this.#press('End')
      await this.#press('Enter')
    }
    await this.page.keyboard.type(` ${word} `)
    this.#typed.add(word)
  }

  /** A cursor that the browser moves is heard of a moment later: nobody types that fast. */
  async #press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline
    await this.page.context().setOffline(isOffline)
  }

  /** What was typed a moment ago is kept in the browser by then. */
  async #reload(): Promise<void> {
    await pause(300)
    await this.page.reload()
    await this.#text.waitFor()
  }

  /** Takes both texts where the other changed the same words. */
  async #choose(): Promise<void> {
    const both = this.page.getByRole('button', { name: 'Keep both' }).or(
      // Where one of the two removed the words, those that are there are kept.
      this.page.locator('.clash').filter({ hasText: 'They deleted it' }).getByRole('button', { name: 'Keep mine' }),
    )
    while ((await both.count()) > 0) {
      this.conflicts++
      await both.first().click()
    }
  }

  /** Whether everything that was typed here has reached the server. */
  async isDone(): Promise<boolean> {
    await this.#choose()
    return this.page.evaluate(() => {
      const event = new Event('beforeunload', { cancelable: true })
      return dispatchEvent(event)
    })
  }

  shown(): Promise<string> {
    return this.#text.evaluate((element) => [...element.children].map(({ textContent }) => textContent).join('\n'))
  }
}

export interface Round {
  words: number
  conflicts: number
  faults: string[]
}

export async function playRound(stage: Stage): Promise<Round> {
  const pages = await Promise.all(stage.people.map((context) => context.newPage()))
  const writers = pages.map((page) => new Writer(page, stage))
  try {
    for (const writer of writers) await writer.open()
    for (let step = 0; step < STEPS; step++) {
      await writers[Math.floor(stage.random() * 2)]!.step(`w${step}x`)
      if (stage.restart && stage.random() < 0.02) await stage.restart()
    }
    for (const writer of writers) await writer.setOffline(false)
    const words = writers.flatMap((writer) => writer.words)
    const conflictsOf = () => writers.reduce((sum, { conflicts }) => sum + conflicts, 0)
    let faults: string[] = []
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100)) {
      const isDone = (await Promise.all(writers.map((writer) => writer.isDone()))).every(Boolean)
      const shown = await Promise.all(writers.map((writer) => writer.shown()))
      faults = [
        ...(isDone ? [] : ['Something is not saved.']),
        ...faultsOf(words, await stage.stored(), shown, conflictsOf() > 0),
      ]
      if (faults.length === 0) break
    }
    return { words: words.length, conflicts: conflictsOf(), faults }
  } finally {
    for (const page of pages) await page.close()
  }
}

function faultsOf(words: readonly string[], stored: string, shown: readonly string[], wasChosen: boolean): string[] {
  const count = (word: string) => stored.split(word).length - 1
  // Whoever keeps both texts may have a word in both.
  const isRight = (word: string) => (wasChosen ? count(word) >= 1 : count(word) === 1)
  const wrong = words.filter((word) => !isRight(word)).map((word) => `${word} is there ${count(word)} times: ${stored}`)
  const [first, second] = shown.map(squeezed)
  return [...wrong, ...(first === second ? [] : [`Two people see different texts: ${first} | ${second}`])]
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** `tell` hears of every round when it has ended. */
export async function proveWriting(rounds: number, tell: (line: string) => void): Promise<WritingResult> {
  const folder = await scratchFolder()
  const environment = { PORT: String(await freePort()) }
  let server = await startLectern(folder.path, environment)
  const browser = await launchChromium()
  const client = persistentClient(() => server.url, new Map())
  const result: WritingResult = { rounds, words: 0, conflicts: 0, faults: [] }
  try {
    const at = { url: server.url, data: folder.path }
    const people = [
      await signIn(browser, { ...at, name: 'first' }),
      await signIn(browser, { ...at, name: 'second' }),
    ] as const
    for (let round = 0; round < rounds && result.faults.length === 0; round++) {
      const restart = async () => {
        await server.kill()
        server = await startLectern(folder.path, environment)
      }
      const began = Date.now()
      const { words, conflicts, faults } = await playRound({
        ...(await newPage(client, server.url)),
        people,
        restart,
        random: Math.random,
      })
      result.words += words
      result.conflicts += conflicts
      result.faults.push(...faults)
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      tell(`round ${round + 1} of ${rounds}: ${seconds} s, ${words} words, ${conflicts} conflicts`)
    }
    return result
  } finally {
    await browser.close()
    await server.kill()
    await folder.remove()
  }
}

async function newPage(client: Client, url: string): Promise<Pick<Stage, 'address' | 'stored'>> {
  const [organization] = await client.list('/orgs')
  const space = await client.post(`/orgs/${organization.id}/spaces`, { title: 'Writing' })
  const { changes } = await client.post(`/spaces/${space.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: START } }],
  })
  const pageId = changes[0].page.id
  return {
    address: `${url}/app/spaces/${space.id}/pages/${pageId}`,
    stored: async () => (await client.get(`/spaces/${space.id}/content/page/${pageId}?format=markdown`)).markdown,
  }
}
