// Who is in a space, and where. A tab says where it is again and again: the server forgets whoever is silent.
import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/client.ts'
import type { Content } from '../space/content.ts'
import { listen, type Presence, tab } from './stream.ts'

export type Selection = NonNullable<Presence['selection']>

interface Place {
  content: Content
  page: string | undefined
  selection?: Selection | undefined
}

const EVERY = 10_000
/** A cursor that moves is told at this pace. */
const PACE = 800
/** From one place to the next, nobody is gone. */
const BETWEEN = 100

/** The others in a space. */
export function usePeople(space: string): readonly Presence[] {
  const [people, setPeople] = useState<readonly Presence[]>([])
  useEffect(() => {
    setPeople([])
    return listen(space, (live) => {
      if (live.is === 'presence') setPeople(live.people.filter(({ client }) => client !== tab))
    })
  }, [space])
  return people
}

/** Says that the person is here, as long as it is shown. */
export function usePresence(content: Content, page: string | undefined): void {
  useEffect(() => {
    place = { content, page }
    tellIn(BETWEEN)
    return () => {
      place = undefined
      tellIn(BETWEEN)
    }
  }, [content.space, content.changeRequest, page])
}

/** Says where the cursor is. */
export function tellSelection(selection: Selection | undefined): void {
  if (!place) return
  place.selection = selection
  tellIn(PACE)
}

let place: Place | undefined
/** The space that was told last. */
let told: string | undefined
let timer: { id: ReturnType<typeof setTimeout>; at: number } | undefined

/** Tells in a while, unless it is told sooner anyway. */
function tellIn(wait: number): void {
  const at = Date.now() + wait
  if (timer && timer.at <= at) return
  clearTimeout(timer?.id)
  timer = { id: setTimeout(tell, wait), at }
}

function tell(): void {
  clearTimeout(timer?.id)
  timer = undefined
  const here = document.hidden ? undefined : place
  if (told !== undefined && told !== here?.content.space) leave()
  if (!here) return
  const { content, page, selection } = here
  told = content.space
  const body = {
    client: tab,
    page: page ?? null,
    changeRequest: content.changeRequest ?? null,
    selection: selection ?? null,
  }
  // Who is not heard for once says so again.
  call('PUT /spaces/:spaceId/presence', { spaceId: content.space, body }).catch(() => {})
  tellIn(EVERY)
}

/** In a space that is gone, nobody has to be told. */
export function forgetPresence(space: string): void {
  if (place?.content.space === space) place = undefined
  if (told === space) told = undefined
}

function leave(): void {
  if (told === undefined) return
  const body = { client: tab, left: true }
  call('PUT /spaces/:spaceId/presence', { spaceId: told, body }, { keepalive: true }).catch(() => {})
  told = undefined
}

document.addEventListener('visibilitychange', tell)
addEventListener('pagehide', leave)
