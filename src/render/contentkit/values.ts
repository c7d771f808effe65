// Reads what integrations say without trusting it.
import { isSet, textIn } from '../fields.ts'
import type { Element, Kit } from './contract.ts'

export const setIn = (element: Element, name: string): Element | undefined => {
  const value = element[name]
  return isSet(value) && !Array.isArray(value) ? value : undefined
}

/** A text of the interface, as long as there is room for it. */
export function textOf(element: Element, name: string, kit: Kit): string | undefined {
  const text = textIn(element, name)
  return text === undefined ? undefined : within(text, kit)
}

export function within(text: string, { left }: Kit): string {
  const shown = text.slice(0, Math.max(left.characters, 0))
  left.characters -= shown.length
  return shown
}

/** A text that may be bound to what an input holds; the name of that input. */
export function boundIn(element: Element, name: string, kit: Kit): { text: string; binding?: string } {
  const key = bindingIn(element[name])
  if (key === undefined) return { text: textOf(element, name, kit) ?? '' }
  return { text: textOf(kit.state, key, kit) ?? '', binding: key }
}

export const bindingIn = (value: unknown): string | undefined =>
  isSet(value) && typeof value.$state === 'string' ? value.$state : undefined

/** JSON for the script; undefined if there is no room for it. */
export function jsonOf(value: unknown, { left }: Kit): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  if (text === undefined || text.length > left.characters) return undefined
  left.characters -= text.length
  return text
}

/** An action; undefined if it has no name. */
export const actionIn = (element: Element, name: string): Element | undefined => {
  const action = setIn(element, name)
  return typeof action?.action === 'string' ? action : undefined
}

/** An address in either of its forms. Those whose parameters are bound are completed when they are used. */
export function addressIn(value: unknown, { state }: Pick<Kit, 'state'>): string | undefined {
  if (typeof value === 'string') return value
  if (!isSet(value)) return undefined
  const { host, pathname = '/', query } = value
  if (typeof host !== 'string' || typeof pathname !== 'string') return undefined
  const text = `https://${host}${pathname.startsWith('/') ? '' : '/'}${pathname}`
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  for (const [name, given] of Object.entries(isSet(query) ? query : {})) {
    const key = bindingIn(given)
    url.searchParams.set(
      name.toWellFormed(),
      (textIn({ given: key === undefined ? given : state[key] }, 'given') ?? '').toWellFormed(),
    )
  }
  return url.href
}

/** One of these, or nothing. */
export const oneIn = <T extends string>(element: Element, name: string, values: readonly T[]): T | undefined =>
  values.find((value) => value === element[name])
