// Redirects from a CSV file, in batches, with what became of each line.
import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { call } from '../api/client.ts'
import { BATCH, type Line, linesOf, MAX_LINES, placesIn } from './redirect-batch.ts'
import type { Located } from './site-frame.tsx'
import type { Structure } from './structure-rows.ts'

const text = siteWords.redirects.importing
/** More failures than this are only counted. */
const LISTED = 100

interface Props {
  at: Located['at']
  structure: Structure
  close(): void
  changed(): void
}

interface Progress {
  done: number
  all: number
  failures: string[]
  isRunning: boolean
}

export function RedirectImport({ at, structure, close, changed }: Props) {
  const [progress, setProgress] = useState<Progress | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const chosen = async (file: File | undefined) => {
    if (!file) return
    const lines = linesOf(await file.text(), placesIn(structure))
    setError(lines.length === 0 ? text.empty : lines.length > MAX_LINES ? text.tooMany(MAX_LINES) : undefined)
    if (lines.length === 0 || lines.length > MAX_LINES) return
    const failures = lines.flatMap(({ line, source, fault }) =>
      fault ? [text.failed(line, source, text.faults[fault])] : [],
    )
    const known = lines.filter(({ redirect }) => redirect)
    for (let from = 0; from < known.length; from += BATCH) {
      setProgress({ done: from, all: lines.length, failures, isRunning: true })
      failures.push(...(await send(at, known.slice(from, from + BATCH))))
    }
    setProgress({ done: lines.length, all: lines.length, failures, isRunning: false })
    changed()
  }
  return (
    <Dialog label={text.title} onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{text.title}</h2>
            <p>{text.lead}</p>
          </div>
        </header>
        <div class="field">
          <label for="redirects-file">{text.file}</label>
          <input
            id="redirects-file"
            type="file"
            accept=".csv,text/csv"
            disabled={progress?.isRunning}
            onChange={({ currentTarget }) => void chosen(currentTarget.files?.[0])}
          />
        </div>
        {error && (
          <p class="bad" role="alert">
            {error}
          </p>
        )}
        {progress && (
          <div role="status">
            <progress value={progress.done} max={progress.all} aria-label={text.title} />
            <p>{text.done(progress.done - (progress.isRunning ? 0 : progress.failures.length), progress.all)}</p>
            <ul class="plain bad">
              {progress.failures.slice(0, LISTED).map((failure) => (
                <li key={failure}>{failure}</li>
              ))}
            </ul>
            {progress.failures.length > LISTED && <p>{text.moreFailures(progress.failures.length - LISTED)}</p>}
          </div>
        )}
      </div>
      <footer>
        <button type="button" class="btn" disabled={progress?.isRunning} onClick={close}>
          {progress && !progress.isRunning ? words.done : words.cancel}
        </button>
      </footer>
    </Dialog>
  )
}

/** Sends a batch. If it is refused as a whole, its lines are sent one by one, so that one bad line costs only itself. */
async function send(at: Located['at'], lines: readonly Line[]): Promise<string[]> {
  try {
    const redirects = lines.map(({ redirect }) => redirect!)
    const { results } = await call('PUT /orgs/:organizationId/sites/:siteId/redirects', { ...at, body: { redirects } })
    return results.flatMap(({ status, error }, index) =>
      status === 'error' ? [text.failed(lines[index]!.line, lines[index]!.source, error ?? '')] : [],
    )
  } catch (failure) {
    if (lines.length === 1) return [text.failed(lines[0]!.line, lines[0]!.source, String((failure as Error).message))]
    const half = Math.ceil(lines.length / 2)
    return [...(await send(at, lines.slice(0, half))), ...(await send(at, lines.slice(half)))]
  }
}
