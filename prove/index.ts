// `npm run prove:<what>`: shows that Lectern keeps its promises, in full. The test suite does the same in short. Ends with
// a failure when a promise was broken. `npm run prove:<what> -- 0.1` does a tenth of it.
import { spawnSync } from 'node:child_process'
import { proveBackup } from './backup.ts'
import { proveCrash } from './crash.ts'
import { proveLoad } from './load.ts'
import { proveTwoNodes } from './two-nodes.ts'

interface Outcome {
  figures: object
  broken: string[]
}

type Proof = () => Promise<Outcome>

const [name = '', given = '1'] = process.argv.slice(2)
const share = Number(given)

/** Of kills, seconds, backups or requests, as many as asked for, but at least one. */
const some = (full: number): number => Math.max(1, Math.round(full * share))

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
  fuzz: [
    async () =>
      runTests('test/fuzz.test.ts', { LECTERN_FUZZ_RUNS: String(some(250)), LECTERN_FUZZ_SEED: String(Date.now()) }),
  ],
}

/** The fuzz of the test suite, with more requests and other ones. */
function runTests(file: string, environment: Record<string, string>): Outcome {
  const { status } = spawnSync('npx', ['vitest', 'run', file, '--project', 'sqlite'], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  return { figures: environment, broken: status === 0 ? [] : [`${file} failed.`] }
}

const proofs = PROOFS[name]
if (!proofs || !(share > 0)) {
  console.error(
    `Say what to prove: ${Object.keys(PROOFS).join(', ')}; and, if not all of it, how much: 0.1 is a tenth.`,
  )
  process.exit(2)
}
let isKept = true
for (const prove of proofs) {
  const { figures, broken } = await prove()
  console.log(figures)
  for (const sentence of broken) console.error(`Broken: ${sentence}`)
  if (broken.length > 0) isKept = false
}
// At once: the package that runs PostgreSQL ends the process with success when nothing is left to do.
process.exit(isKept ? 0 : 1)
