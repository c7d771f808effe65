import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { CallError } from './client.ts'
import { needsProof, withProof } from './confirming.ts'

/** What is wrong with the fields of a form, by their names. */
export type Faults = Readonly<Record<string, string>>

/** Does something for the person; if it fails, says why. False if it failed. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await withProof(work)
    return true
  } catch (error) {
    tell(error)
    return false
  }
}

/** The same for a form: returns the invalid fields, which are shown in their places. Undefined if it is done. */
export async function attemptForm(work: () => Promise<unknown>): Promise<Faults | undefined> {
  try {
    await withProof(work)
    return undefined
  } catch (error) {
    if (!(error instanceof CallError) || error.issues.length === 0) tell(error)
    const issues = error instanceof CallError ? error.issues : []
    // The first thing that is said of a field says most: others tell that it is not null either.
    const said = issues.toReversed().map(({ path, message }) => [path.split('.')[0]!, asSentence(message)])
    return Object.fromEntries(said)
  }
}

/** The API says `must be …`, which follows the name of a field; under its label it stands alone. */
const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`

/** Says why something failed. Who would not prove who they are knows. */
function tell(error: unknown): void {
  if (!needsProof(error)) say(words.failed(reasonOf(error)))
}

/** The invalid fields of a request say more than its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return String((error as Error)?.message ?? error)
  const [issue] = error.issues
  return issue ? `${issue.path} ${issue.message}` : error.message
}
