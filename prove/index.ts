// `npm run prove:<what>`: proves the guarantees of Lectern in full. The test suite does the same in short. Exits with a
// failure if a guarantee does not hold. `npm run prove:<what> -- 0.1` does a tenth of the work.
import { spawnSync } from 'node:child_process'
import { proveBackup } from './backup.ts'
import { proveCrash } from './crash.ts'
import { proveLoad } from './load.ts'
import { proveReplica } from './replica.ts'
import { proveRollingRestart } from './rolling-restart.ts'
import { proveRollingUpgrade } from './rolling-upgrade.ts'
import { proveSoak } from './soak.ts'
import { proveStall, type Stall } from './stall.ts'
import { proveSurvival } from './survival.ts'
import { proveTwoNodes } from './two-nodes.ts'
import { proveWriting } from './writing.ts'

interface Outcome {
  figures: object
  broken: string[]
}

type Proof = () => Promise<Outcome>

const [name = '', given = '1'] = process.argv.slice(2)
const share = Number(given)

/** Scales a number of kills, seconds, backups or requests; at least one. */
const some = (full: number): number => Math.max(1, Math.round(full * share))

const MAX_STALL = 250

const inShort = ({ attack, status, seconds, memory, ...times }: Stall): string => {
  const { held, longest, onCpu, queued, stolen } = roundAll(times)
  return `${attack}: ${status} after ${seconds.toFixed(1)} s, held for ${held} ms; longest wait ${longest} ms (main thread on CPU ${onCpu}, queued ${queued}, stolen ${stolen}); ${Math.round(memory)} MB`
}

const roundAll = <T extends object>(times: T): T =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, Math.round(time)])) as T

const byFaults = <T extends { faults: string[] }>({ faults, ...figures }: T): Outcome => ({ figures, broken: faults })

const PROOFS: Record<string, Proof[]> = {
  crash: [
    async () => byFaults(await proveCrash('server on SQLite', some(50))),
    async () => byFaults(await proveCrash('server on PostgreSQL', some(25))),
    async () => byFaults(await proveCrash('PostgreSQL itself', some(25))),
  ],
  'two-nodes': [async () => byFaults(await proveTwoNodes(some(300)))],
  load: [
    async () => {
      const figures = await proveLoad(some(500), some(120))
      const broken = [
        ...(Object.values(figures.errors).some((count) => count > 0) ? ['Requests failed.'] : []),
        ...(figures.eventLoopDelayP99 > 50 ? ['The event loop was late by more than 50 ms.'] : []),
      ]
      return { figures, broken }
    },
  ],
  backup: [
    async () => byFaults(await proveBackup('sqlite', some(10))),
    async () => byFaults(await proveBackup('postgres', some(10))),
  ],
  'rolling-upgrade': [async () => byFaults(await proveRollingUpgrade(some(5000)))],
  replica: [async () => byFaults(await proveReplica(some(300)))],
  'rolling-restart': [async () => byFaults(await proveRollingRestart(some(5000)))],
  writing: [async () => byFaults(await proveWriting(some(200), console.log))],
  soak: [async () => byFaults(await proveSoak(some(300)))],
  survival: [async () => byFaults(await proveSurvival())],
  stall: [
    async () => {
      const stalls = await proveStall((stall) => console.log(inShort(stall)), new RegExp(process.argv[4] ?? '.'))
      const broken = stalls.flatMap(({ attack, held, failed, status }) => [
        ...(held > MAX_STALL ? [`${attack}: the server blocked others for ${Math.round(held)} ms.`] : []),
        ...(failed > 0 || status >= 500
          ? [`${attack}: answered ${status}, and ${failed} answers failed meanwhile.`]
          : []),
      ])
      const most = (of: 'held' | 'longest') => Math.round(Math.max(...stalls.map((stall) => stall[of])))
      return { figures: { held: most('held'), longest: most('longest') }, broken }
    },
  ],
  fuzz: [
    async () =>
      runTests('test/fuzz.test.ts', { LECTERN_FUZZ_RUNS: String(some(250)), SEED: String(Date.now() % 2 ** 31) }),
  ],
}

/** Runs the fuzz test of the suite with more and other requests, on both databases. */
function runTests(file: string, environment: Record<string, string>): Outcome {
  const { status } = spawnSync('npx', ['vitest', 'run', file], {
    env: { ...process.env, ...environment, LECTERN_TEST_BOTH: '1' },
    stdio: 'inherit',
  })
  return { figures: environment, broken: status === 0 ? [] : [`${file} failed.`] }
}

const proofs = PROOFS[name]
if (!proofs || !(share > 0)) {
  console.error(`Name a proof: ${Object.keys(PROOFS).join(', ')}; and, optionally, a scale: 0.1 is a tenth.`)
  process.exit(2)
}
let isKept = true
for (const prove of proofs) {
  const { figures, broken } = await prove()
  console.log(figures)
  for (const sentence of broken) console.error(`Broken: ${sentence}`)
  if (broken.length > 0) isKept = false
}
// Exits explicitly: the PostgreSQL package ends the process with success when nothing is left to do.
process.exit(isKept ? 0 : 1)
