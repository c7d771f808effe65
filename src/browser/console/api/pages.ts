// Long lists: a page of the API after the other, as far as the person scrolls.
import { useEffect, useRef, useState } from 'preact/hooks'
import { CallError, call } from './client.ts'
import type { Call, Input, List, ReplyTo } from './operations.ts'
import { retries } from './store.ts'

type ListCall = { [C in Call]: ReplyTo<C> extends List<unknown> ? C : never }[Call]
type ItemOf<C extends ListCall> = ReplyTo<C> extends List<infer Item> ? Item : never

export interface Pages<Item> {
  /** Undefined until the first page is there. */
  items?: readonly Item[] | undefined
  /** How many there are in all. */
  count?: number | undefined
  error?: CallError | undefined
  /** Another one whenever the list begins again: the key of what scrolls. */
  round: number
  hasMore: boolean
  /** Reads the next page, unless one is being read; a larger one if more items are wanted. */
  more(wanted?: number): void
  /** Begins again; what is shown stays until then. */
  reload(): void
  /** Shows something else in the place of an item, or nothing, without reading everything again. */
  replace(old: Item, next: Item | undefined): void
}

interface State<Item> {
  items?: readonly Item[]
  round: number
  count?: number | undefined
  next?: string | undefined
  error?: CallError
}

/** A page is there soon. Whoever scrolls far ahead gets larger ones, up to what the API allows. */
const SIZE = 100
const LARGEST = 1000

export function usePages<C extends ListCall>(to: C, input: Input<C>): Pages<ItemOf<C>> {
  type Item = ItemOf<C>
  const key = JSON.stringify(input)
  const [state, setState] = useState<State<Item>>({ round: 0 })
  const [reloads, setReloads] = useState(0)
  const reading = useRef<AbortController | undefined>(undefined)
  /** The page that was read last: until it is drawn, whoever asks for more still knows the one before. */
  const last = useRef<string | undefined>(undefined)
  const read = (page?: string, wanted = 0) => {
    reading.current?.abort()
    const request = new AbortController()
    reading.current = request
    last.current = page
    const { query } = input as { query?: object }
    const limit = Math.min(LARGEST, Math.max(SIZE, wanted))
    const asked = { ...input, query: { limit, ...query, ...(page && { page }) } } as Input<C>
    call(to, asked, { signal: request.signal }).then(
      (reply) => {
        const { items, count, next } = reply as List<Item>
        if (request.signal.aborted) return
        reading.current = undefined
        setState((before) => ({
          items: page ? [...(before.items ?? []), ...items] : items,
          round: before.round + (page ? 0 : 1),
          count,
          next: next?.page,
        }))
      },
      (error: unknown) => {
        if (request.signal.aborted) return
        reading.current = undefined
        const reason = error instanceof CallError ? error : new CallError(0, String(error))
        setState((before) => ({ ...before, error: reason }))
      },
    )
  }
  const tries = retries.value
  const tried = useRef(tries)
  useEffect(() => {
    // What was read before a failure stays.
    const from = tried.current === tries ? undefined : state.next
    tried.current = tries
    read(from)
    return () => reading.current?.abort()
  }, [to, key, reloads, tries])
  return {
    items: state.items,
    count: state.count,
    error: state.error,
    round: state.round,
    hasMore: state.next !== undefined,
    more(wanted) {
      if (state.next && state.next !== last.current && !state.error && !reading.current) read(state.next, wanted)
    },
    reload: () => setReloads((before) => before + 1),
    replace(old, next) {
      setState(({ items = [], count, ...rest }) => ({
        ...rest,
        items: items.flatMap((item) => (item === old ? (next ? [next] : []) : [item])),
        count: next || count === undefined ? count : count - 1,
      }))
    },
  }
}
