// `npx tsx bench/fast-paths.ts [name …]`: what each fast path gains. Builds Lectern without it, starts both builds, and
// compares the processor time that a request takes. Rounds are short and alternate, so that other load on the machine
// affects both; the result is the median of the ratios of neighbouring rounds. Two processes of the same build differ as
// well, so each pair is started several times.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiOf } from './api.ts'
import { FAST_PATHS, type Removal, type WorkName } from './fast-path-removals.ts'
import { fill } from './scaling.ts'
import { ADMIN_TOKEN, type Server, scratchFolder, startLectern } from './servers.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STARTS = Number(process.env.BENCH_STARTS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21)
const CONNECTIONS = 10
const REQUESTS = 150
const WARM_UP_REQUESTS = 2000

interface Work {
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: object
}

/** Microseconds for one request. */
interface Cost {
  processor: number
  elapsed: number
}

async function worksOf(server: Server): Promise<Record<WorkName, Work>> {
  const api = apiOf(server)
  const organization = (await api.get('/orgs')).items[0].id
  const { space, pages } = await fill(api, organization, 100)
  const page = await api.get(`/spaces/${space}/content/page/${pages[50]}`)
  const site = await api.post(`/orgs/${organization}/sites`, { title: 'Docs', visibility: 'public', spaces: [space] })
  await api.post(`/orgs/${organization}/sites/${site.id}/publish`)
  const { urls } = await api.get(`/orgs/${organization}/sites/${site.id}`)
  const { apiToken } = await api.post('/urls/published', { url: urls.published })
  const pagePath = `/v1/spaces/${space}/content/path/${encodeURIComponent(page.path)}`
  const comment = { body: { markdown: 'A comment of a few words.' } }
  for (let at = 0; at < 25; at++) await api.post(`/spaces/${space}/comments`, comment)
  return {
    'site page': { method: 'GET', path: new URL(urls.published + page.path).pathname },
    getSpaceById: { method: 'GET', path: `/v1/spaces/${space}` },
    getPageById: { method: 'GET', path: `/v1/spaces/${space}/content/page/${page.id}?format=markdown` },
    // A visitor's reply is not in the reply cache.
    getPageByPath: { method: 'GET', path: pagePath, token: apiToken },
    listCommentsInSpace: { method: 'GET', path: `/v1/spaces/${space}/comments?limit=25` },
    postCommentInSpace: { method: 'POST', path: `/v1/spaces/${space}/comments`, body: comment },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Sends one request; resolves when the reply has arrived. */
function send(url: string, { method, token = ADMIN_TOKEN, body }: Work): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 201)
        reject(new Error(`${method} ${url} answered ${response.statusCode}.`))
      response.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject).end(body && JSON.stringify(body))
  })
}

async function measure(server: Server, work: Work, amount = REQUESTS): Promise<Cost> {
  const before = await server.processorTime()
  const began = performance.now()
  let left = amount
  const sendAll = async () => {
    while (left-- > 0) await send(server.url + work.path, work)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll))
  const perRequest = (milliseconds: number) => (milliseconds * 1000) / amount
  return {
    elapsed: perRequest(performance.now() - began),
    processor: perRequest((await server.processorTime()) - before),
  }
}

/** Builds the sources without a fast path; returns the launcher. */
function buildWithout(folder: string, removals: readonly Removal[]): string {
  mkdirSync(folder)
  for (const name of ['src', 'bin', 'assets', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, from, to } of removals) {
    const path = join(folder, 'src', file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} lacks: ${from}`)
    writeFileSync(path, text.replace(from, to))
  }
  const launcher = join(folder, 'bin/lectern.js')
  execFileSync(process.execPath, [launcher, '--build'])
  return launcher
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

interface Pair {
  base: Server
  variant: Server
}

type Ratio = Cost

/** Measures both servers by turns; returns the costs of the variant divided by those of the base. */
async function compareWork({ base, variant }: Pair, baseWork: Work, variantWork: Work): Promise<Ratio> {
  await measure(base, baseWork, WARM_UP_REQUESTS)
  await measure(variant, variantWork, WARM_UP_REQUESTS)
  const ratios: Ratio[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // A, B, B, A: neither is always first.
    const early = round % 2 === 0 ? await measure(base, baseWork) : undefined
    const without = await measure(variant, variantWork)
    const withIt = early ?? (await measure(base, baseWork))
    ratios.push({ processor: without.processor / withIt.processor, elapsed: without.elapsed / withIt.elapsed })
  }
  return medianOf(ratios)
}

const medianOf = (ratios: Ratio[]): Ratio => ({
  processor: median(ratios.map(({ processor }) => processor)),
  elapsed: median(ratios.map(({ elapsed }) => elapsed)),
})

const percent = (ratio: number) => `${Math.round((ratio - 1) * 100)} %`

/** `12 % (9 % to 15 %)` */
function summary(ratios: number[]): string {
  const middle = median(ratios)
  return `${percent(middle)} (${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))})`
}

const wanted = process.argv.slice(2)
const names = Object.keys(FAST_PATHS).filter((name) => wanted.length === 0 || wanted.includes(name))
const folder = await scratchFolder()
try {
  const base = buildWithout(join(folder.path, 'base'), [])
  console.log('| fast path | operation | processor time without it | elapsed time without it |')
  console.log('| --- | --- | ---: | ---: |')
  for (const name of names) {
    const { works, removals } = FAST_PATHS[name]!
    const variant = buildWithout(join(folder.path, name), removals)
    const ratios = new Map(works.map((work) => [work, [] as Ratio[]]))
    for (let start = 0; start < STARTS; start++) {
      const data = join(folder.path, name, `data-${start}`)
      const pair = {
        base: await startLectern(`${data}-base`, {}, base),
        variant: await startLectern(data, {}, variant),
      }
      const [baseWorks, variantWorks] = [await worksOf(pair.base), await worksOf(pair.variant)]
      for (const work of works) ratios.get(work)!.push(await compareWork(pair, baseWorks[work], variantWorks[work]))
      await pair.base.stop()
      await pair.variant.stop()
    }
    for (const [work, all] of ratios) {
      const [processor, elapsed] = [all.map((each) => each.processor), all.map((each) => each.elapsed)]
      console.log(`| ${name} | ${work} | ${summary(processor)} | ${summary(elapsed)} |`)
    }
  }
} finally {
  await folder.remove()
}
