// What the inputs of an interface hold.
import type { Json } from './contract.ts'

export type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const inputsIn = (root: Element): Input[] => [...root.querySelectorAll<Input>('[data-state]')]

/** The state after an input has changed. */
export function heldBy(input: Input, state: Json): unknown {
  const held = state[input.dataset.state!]
  if (input instanceof HTMLSelectElement)
    return input.multiple ? [...input.selectedOptions].map(({ value }) => value) : input.value
  if (!(input instanceof HTMLInputElement)) return input.value
  const value = input.dataset.number === undefined ? input.value : Number(input.value)
  if (input.type === 'radio') return input.checked ? value : held
  if (input.type !== 'checkbox') return value
  if (input.role === 'switch' || input.getAttribute('role') === 'switch') return input.checked
  const others = (Array.isArray(held) ? held : []).filter((each) => each !== value)
  return input.checked ? [...others, value] : others
}

const isSomething = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

/** The state, with what inputs begin with. */
export function withFirst(root: Element, state: Json): Json {
  const all: Json = { ...state }
  for (const input of inputsIn(root)) {
    const key = input.dataset.state!
    const first = heldBy(input, all)
    if ((!Object.hasOwn(state, key) || state[key] === undefined) && isSomething(first)) all[key] = first
  }
  return all
}

/** A value with what inputs hold in place of their names. */
export function resolved(value: unknown, state: Json): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => resolved(each, state))
  const { $state } = value as Json
  if (typeof $state === 'string') return state[$state]
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, state)]))
}
