/** What a check of `lectern doctor` found. */
export interface Finding {
  /** What was looked at. */
  subject: string
  /** A `note` is worth knowing; what is `wrong` has to be changed. */
  state: 'fine' | 'note' | 'wrong'
  /** What is there. */
  found: string
  /** What to do about it. */
  advice?: string
}

/** Runs a check; what it throws is its finding. `failure` says what a failure means. */
export async function attempt(
  subject: string,
  failure: string,
  advice: string,
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [{ subject, state: 'wrong', found: `${failure}: ${reasonOf(error)}`, advice }]
  }
}

/** An error for users may have the reason as its cause. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown }
  const said = cause instanceof Error ? cause.message : message || code || String(error)
  return said.endsWith('.') ? said : `${said}.`
}
