// Terminal output: tables with aligned columns, and progress.
import type { Progress } from '../db/copy.ts'

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

export const printJson = (value: unknown): void => print(JSON.stringify(value, undefined, 2))

/** Prints rows under headings, with aligned columns. */
export function printTable(headings: string[], rows: (string | number | null)[][]): void {
  const lines = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '–')))]
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  for (const line of lines)
    print(
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
}

/** `3 tokens`, `1 token`. */
export const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Shows progress on a terminal; `done` clears the line. */
export function showProgress(): { progress: Progress; done(): void } {
  if (!process.stderr.isTTY) return { progress: () => {}, done: () => {} }
  const clear = '\r\x1b[2K'
  return {
    progress: (what, count) => void process.stderr.write(`${clear}${what}: ${count.toLocaleString('en-US')}`),
    done: () => void process.stderr.write(clear),
  }
}

/** Shows progress out of a total: as a bar on a terminal, otherwise as occasional lines. */
export function showSteps(what: string): { at(done: number, total: number): void; done(): void } {
  const { progress, done } = showProgress()
  if (process.stderr.isTTY) return { at: (count, total) => progress(`${barOf(count, total)} ${what}`, count), done }
  let said = 0
  return {
    at(count, total) {
      if (count < said + LINE_EVERY) return
      said = count
      process.stderr.write(`${what}: ${count} of ${Math.max(count, total)}\n`)
    },
    done: () => {},
  }
}

const LINE_EVERY = 100
const BAR = 30

function barOf(count: number, total: number): string {
  const full = Math.round(BAR * Math.min(1, count / Math.max(1, total)))
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}]`
}
