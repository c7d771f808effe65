// The command palette: one field for pages, spaces and everything that can be done here.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { printed, shortcuts } from '../keys.ts'
import { organizationId } from '../shell/organization.ts'
import { type Result, resultsOf } from './results.ts'
import { type Action, actions, isPaletteOpen } from './state.ts'

export const Palette = () => (isPaletteOpen.value ? <OpenPalette /> : null)

const PAUSE = 120
const MAX_SPACES = 1000

function close(): void {
  isPaletteOpen.value = false
}

/** What has a key is an action too. */
const keyed = (): Action[] =>
  shortcuts.value
    .filter(({ keys }) => keys !== 'mod+k')
    .map(({ label, keys, run }) => ({ label, keys, icon: 'spark', run }))

function OpenPalette() {
  const { route } = useLocation()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const { results, isLate } = useResults(query)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => setAt(0), [query])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const choose = ({ href, run }: Result) => {
    close()
    if (href) route(href)
    run?.()
  }
  const typed = (event: KeyboardEvent) => {
    const last = results.length - 1
    const moves: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && !event.isComposing && results[at]) choose(results[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={words.palette.label} class="palette" onClose={close}>
      <div class="ask">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={words.palette.placeholder}
          aria-expanded="true"
          aria-controls="palette-results"
          aria-activedescendant={results[at] && `palette-${at}`}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder={words.palette.placeholder}
          value={query}
          maxLength={200}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={typed}
        />
      </div>
      <div
        ref={list}
        class="results scroll"
        id="palette-results"
        role="listbox"
        aria-label={words.palette.label}
        tabIndex={-1}
      >
        {results.map((result, index) => (
          <Choice key={result.id} result={result} before={results[index - 1]} index={index} at={at} choose={choose} />
        ))}
      </div>
      {query !== '' && results.length === 0 && !isLate && <p class="none">{words.palette.none(query)}</p>}
      <p class="sr" role="status">
        {words.palette.results(results.length)}
      </p>
      <footer aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {words.palette.hint} <kbd>↵</kbd> {words.palette.open} <kbd>Esc</kbd> {words.palette.close}
      </footer>
    </Dialog>
  )
}

interface ChoiceProps {
  result: Result
  before: Result | undefined
  index: number
  at: number
  choose(result: Result): void
}

function Choice({ result, before, index, at, choose }: ChoiceProps) {
  const { title, detail, icon, group, keys } = result
  return (
    <>
      {group !== before?.group && (
        <div class="cap" role="presentation">
          {group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus */}
      <div id={`palette-${index}`} role="option" aria-selected={index === at} onClick={() => choose(result)}>
        <Icon name={icon} />
        <span class="grow clip">
          {title}
          {detail && <span class="faint detail"> {detail}</span>}
        </span>
        {keys && printed(keys).map((key) => <kbd key={key}>{key}</kbd>)}
      </div>
    </>
  )
}

/** `isLate` while the search is still running. */
function useResults(query: string): { results: Result[]; isLate: boolean } {
  const id = organizationId.value
  const settled = useSettled(query.trim())
  const all = useReading(
    'GET /orgs/:organizationId/spaces',
    id ? { organizationId: id, query: { limit: MAX_SPACES } } : null,
  )
  const search = useReading(
    'GET /orgs/:organizationId/search',
    id && settled !== '' ? { organizationId: id, query: { query: settled, limit: 20 } } : null,
  )
  const organization = useReading('GET /orgs/:organizationId', id ? { organizationId: id } : null).value.value
  const members = useReading(
    'GET /orgs/:organizationId/members',
    id && settled !== '' && organization?.permissions.listMembers
      ? { organizationId: id, query: { search: settled, limit: 8 } }
      : null,
  ).value.value
  const people = (settled === '' ? undefined : members?.items) ?? []
  const [spaces, found] = [all.value.value?.items ?? [], search.value.value?.items ?? []]
  // While the next answer is on its way, the last one stays.
  const last = useRef(found)
  if (!search.value.isLoading) last.current = settled === '' ? [] : found
  const shown = search.value.isLoading ? last.current : found
  const every = [...actions.value, ...keyed()]
  const results = useMemo(
    () =>
      resultsOf(query.trim(), {
        actions: every,
        spaces,
        found: query.trim() === '' ? [] : shown,
        people,
        organization: id,
      }),
    [query, spaces, shown, members, actions.value, shortcuts.value],
  )
  return { results, isLate: settled !== query.trim() || search.value.isLoading }
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
