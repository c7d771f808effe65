// The methods of strings and arrays. They are looked up here by name, never on the values.

type Ask = (...values: unknown[]) => unknown
export type Method<Of> = (of: Of, inputs: unknown[], ask: Ask) => unknown

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const whole = (value: unknown): number | undefined => (typeof value === 'number' ? Math.trunc(value) : undefined)

/** False unless the argument is a string: `startsWith(undefined)` must not match "undefined". */
const looksFor =
  (look: (of: string, wanted: string) => boolean): Method<string> =>
  (of, [wanted]) =>
    text(wanted) !== undefined && look(of, wanted as string)

export const TEXT_METHODS: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ['at', (of, [index]) => of.at(whole(index) ?? 0)],
  ['startsWith', looksFor((of, wanted) => of.startsWith(wanted))],
  ['endsWith', looksFor((of, wanted) => of.endsWith(wanted))],
  ['includes', looksFor((of, wanted) => of.includes(wanted))],
  ['indexOf', (of, [wanted]) => (text(wanted) === undefined ? -1 : of.indexOf(wanted as string))],
  ['slice', (of, [from, to]) => of.slice(whole(from), whole(to))],
  ['split', (of, [by]) => (text(by) === undefined ? [of] : of.split(by as string))],
  ['toLowerCase', (of) => of.toLowerCase()],
  ['toUpperCase', (of) => of.toUpperCase()],
  ['trim', (of) => of.trim()],
  ['toString', (of) => of],
])

export const LIST_METHODS: ReadonlyMap<string, Method<readonly unknown[]>> = new Map<
  string,
  Method<readonly unknown[]>
>([
  ['at', (of, [index]) => of.at(whole(index) ?? 0)],
  ['includes', (of, [wanted]) => of.includes(wanted)],
  ['indexOf', (of, [wanted]) => of.indexOf(wanted)],
  ['slice', (of, [from, to]) => of.slice(whole(from), whole(to))],
  ['join', (of, [by]) => of.map((item) => (typeof item === 'object' ? '' : String(item ?? ''))).join(text(by) ?? ',')],
  ['some', (of, _inputs, ask) => of.some((item, index) => ask(item, index))],
  ['every', (of, _inputs, ask) => of.every((item, index) => ask(item, index))],
  ['filter', (of, _inputs, ask) => of.filter((item, index) => ask(item, index))],
  ['find', (of, _inputs, ask) => of.find((item, index) => ask(item, index))],
  ['map', (of, _inputs, ask) => of.map((item, index) => ask(item, index))],
])
