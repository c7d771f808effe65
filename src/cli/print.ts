// Output for people: aligned columns, and a line of progress where somebody is watching.
import type { Progress } from '../db/copy.ts'

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

export const printJson = (value: unknown): void => print(JSON.stringify(value, undefined, 2))

/** Rows under headings, as wide as they need to be. */
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
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Shows how far long work is, on a terminal only; `done` clears the line. */
export function showProgress(): { progress: Progress; done(): void } {
  if (!process.stderr.isTTY) return { progress: () => {}, done: () => {} }
  const clear = '\r\x1b[2K'
  return {
    progress: (what, count) => void process.stderr.write(`${clear}${what}: ${count.toLocaleString('en-US')}`),
    done: () => void process.stderr.write(clear),
  }
}
