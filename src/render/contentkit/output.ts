// What an integration answers when it is asked for an interface.
import { isSet } from '../fields.ts'
import type { Element } from './contract.ts'

export interface Interface {
  element: Element
  state: Element
  props: Element
}

export type Output = Interface | { isComplete: true; returnValue: Element | undefined }

export function outputOf(answer: unknown): Output | undefined {
  if (!isSet(answer)) return undefined
  const { type, element, state, props, returnValue } = answer
  if (type === 'complete') return { isComplete: true, returnValue: isSet(returnValue) ? returnValue : undefined }
  return isSet(element) ? { element, state: isSet(state) ? state : {}, props: isSet(props) ? props : {} } : undefined
}
