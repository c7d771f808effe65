// Tables of contents of repositories: small ones are parsed at once, large ones in a thread.
import { RepositoryError } from '../../../repository/config.ts'
import type { Summary } from '../../../repository/model.ts'
import { readSummary } from '../../../repository/summary.ts'
import { TooLarge } from './tasks.ts'
import { threads } from './threads.ts'

/** Characters that are parsed without anybody noticing. */
const SMALL = 16 * 1024

/** Fails with a RepositoryError. */
export async function parseSummaryAsync(text: string): Promise<Summary> {
  if (text.length <= SMALL) return readSummary(text)
  try {
    return await threads.run('parseSummary', text)
  } catch (error) {
    throw error instanceof TooLarge ? new RepositoryError(sentence(error.message)) : error
  }
}

// Threads that are stopped say the end of a sentence.
const sentence = (message: string): string => (/^[A-Z]/.test(message) ? message : `The table of contents ${message}.`)
