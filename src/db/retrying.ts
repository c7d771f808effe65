// Runs transactions again that may succeed then.
import { isTransient } from './dialect.ts'

const ATTEMPTS = 10

/** Runs `attempt` again after a transient error. It must have no effect when it fails. */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === ATTEMPTS || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * tries))
    }
  }
}
