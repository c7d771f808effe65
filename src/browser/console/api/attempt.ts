import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { CallError } from './client.ts'

/** Does something for the person; if it fails, says why. False if it failed. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    say(words.failed(reasonOf(error)))
    return false
  }
}

/** The invalid fields of a request say more than its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return String((error as Error)?.message ?? error)
  const [issue] = error.issues
  return issue ? `${issue.path} ${issue.message}` : error.message
}
