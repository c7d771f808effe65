// What differs between two recordings, for people to read.
import { readFileSync } from 'node:fs'

type Recording = Map<string, Record<string, unknown>>

/** Scripts, styles and fonts are named by what they contain: what a page shows is the same with others. */
const BUILT = /-[0-9A-Z]{8}\.(js|css|woff2)\b/g

/** Reads the calls whose name begins with what `only` matches. */
export function readRecording(file: string, only = ''): Recording {
  const isWanted = new RegExp(`^(?:${only})`)
  const lines = readFileSync(file, 'utf8').replace(BUILT, '-<hash>.$1').split('\n').filter(Boolean)
  const calls = lines.map((line) => JSON.parse(line) as { call: string })
  return new Map(calls.filter(({ call }) => isWanted.test(call)).map(({ call, ...reply }) => [call, reply]))
}

/** A text for each call that differs. */
export function differencesBetween(before: Recording, after: Recording): string[] {
  const calls = [...new Set([...before.keys(), ...after.keys()])]
  return calls.flatMap((call) => {
    const [one, other] = [before.get(call), after.get(call)]
    if (!one) return [`${call}\n  is new`]
    if (!other) return [`${call}\n  is gone`]
    const lines = differences(one, other, '')
    return lines.length > 0 ? [[call, ...lines.slice(0, MAX_LINES)].join('\n  ')] : []
  })
}

const MAX_LINES = 12

function differences(one: unknown, other: unknown, at: string): string[] {
  if (isTree(one) && isTree(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return keys.flatMap((key) => differences(one[key], other[key], at ? `${at}.${key}` : key))
  }
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  const [was, is] = aroundDifference(textOf(one), textOf(other))
  return [`${at}:`, `- ${was}`, `+ ${is}`]
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

const SHOWN = { before: 60, after: 160 }

/** The same piece of two texts, from shortly before the first difference. */
function aroundDifference(one: string, other: string): [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const piece = (text: string) => text.slice(Math.max(0, at - SHOWN.before), at + SHOWN.after).replaceAll('\n', '⏎')
  return [piece(one), piece(other)]
}
