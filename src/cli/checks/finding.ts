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

/** Runs a check; what it throws is its finding. */
export async function attempt(subject: string, advice: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [{ subject, state: 'wrong', found: sentenceOf(error), advice }]
  }
}

const sentenceOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
