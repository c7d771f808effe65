// Failing properties print the command to reproduce them. `SEED` sets the seed of an earlier run.
import fc, { type RunDetails } from 'fast-check'
import { expect } from 'vitest'

/** Quotes a shell argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Returns the command that runs the same test with the same values. */
export function replayCommand(seed: number): string {
  const { currentTestName = '', testPath = '' } = expect.getState()
  const { LECTERN_TEST_DATABASE: database, LECTERN_FUZZ_RUNS: runs } = process.env
  const settings = [`SEED=${seed}`, runs && `LECTERN_FUZZ_RUNS=${runs}`]
  const name = quoted(escaped(currentTestName.replaceAll(' > ', ' ')))
  const command = ['npx vitest run', database && `--project ${database}`, testPath.replace(`${process.cwd()}/`, '')]
  return [...settings, ...command, '-t', name].filter(Boolean).join(' ')
}

function report(details: RunDetails<unknown>): void {
  if (!details.failed) return
  const message = `${fc.defaultReportMessage(details)}\nRun it again: ${replayCommand(details.seed)}\n`
  throw new Error(message, { cause: details.errorInstance })
}

export function configureProperties(seed = process.env.SEED): void {
  fc.configureGlobal({ reporter: report, ...(seed && { seed: Number(seed) }) })
}

configureProperties()
