// A test of an identity provider: what came back, and what was wrong with it.
import { Refusal, type RefusalName } from '../sessions/index.ts'
import type { Identity } from './identity.ts'

export interface Tested {
  /** Attributes or claims as they were sent, by name. */
  received: [name: string, values: string[]][]
  identity?: Identity | undefined
  /** Undefined where groups do not count. */
  groups?: string[] | undefined
  fault?: { name: RefusalName; detail: string | undefined } | undefined
}

/** Takes a step of a test; a refusal becomes its fault. */
export async function tryOut<T>(tested: Tested, step: () => T | Promise<T>): Promise<T | undefined> {
  if (tested.fault) return undefined
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    tested.fault = { name: error.name as RefusalName, detail: error.detail }
    return undefined
  }
}
