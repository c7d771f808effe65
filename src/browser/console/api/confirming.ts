// Sensitive steps need a fresh proof of who somebody is. It is given in a tab of its own, so that nothing that was filled in
// here gets lost, and the step goes on as soon as there is one.
import { signal } from '@preact/signals'
import { base } from '../base.ts'
import { CallError } from './client.ts'

const CONFIRM = '/sign-in/confirm'

export const proofAddress = `${base}${CONFIRM}?${new URLSearchParams({ returnTo: '/sign-in/confirmed' })}`

/** Asks for the proof. Told whether there may be one now. */
export const asking = signal<((mayGoOn: boolean) => void) | undefined>(undefined)

export const needsProof = (error: unknown): boolean =>
  error instanceof CallError && error.status === 403 && error.message.includes(CONFIRM)

/** Does something, once more after every proof that is asked for. */
export async function withProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!needsProof(error) || !(await ask())) throw error
    return withProof(work)
  }
}

const ask = (): Promise<boolean> =>
  new Promise((resolve) => {
    asking.value = (mayGoOn) => {
      asking.value = undefined
      resolve(mayGoOn)
    }
  })
