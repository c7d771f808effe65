// Scripts that are loaded when they are first needed. One that cannot be loaded, without a network or after the server
// was updated, says so and is tried again.
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'
import { lazy as loadedOnce } from 'preact-iso'
import { Failure } from '../ui/states.tsx'
import { words } from '../words.ts'

const PAUSE = 3000

type Load<P> = () => Promise<ComponentType<P>>
type Frame = (props: { children: ComponentChildren }) => ComponentChildren

const Bare: Frame = ({ children }) => children

const Place: Frame = ({ children }) => (
  <main class="scroll" id="main" tabIndex={-1}>
    <div class="home">{children}</div>
  </main>
)

/** Part of a place. */
export const lazy = <P extends object>(load: Load<P>) => loadedOnce(() => load().catch(() => untilLoaded(load, Bare)))

/** A whole place. */
export const lazyPlace = <P extends object>(load: Load<P>) =>
  loadedOnce(() => load().catch(() => untilLoaded(load, Place)))

/** True if the server has the script that could not be imported: some browsers never ask twice for one. */
async function isThere(failure: unknown): Promise<boolean> {
  const [url] = /https?:\/\/\S+$/.exec(String(failure)) ?? []
  if (url === undefined) return false
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** True if this page was loaded again already: where that did not help, it would go on for ever. */
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload'
}

function untilLoaded<P extends object>(load: Load<P>, Frame: Frame): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined
  return function Unloaded(props: P) {
    const [, redraw] = useReducer((count: number, _: undefined) => count + 1, 0)
    const again = async () => {
      Loaded ??= await load()
      redraw(undefined)
    }
    useEffect(() => {
      // An attempt that began offline may end after the event, and take the one that the event began with it.
      const timer = setInterval(() => navigator.onLine && tryAgain(), PAUSE)
      const tryAgain = () =>
        void again().then(
          () => clearInterval(timer),
          // In a place that is not there yet, nobody has typed anything that a new start could lose.
          async (failure) => Frame === Place && !wasReloaded() && (await isThere(failure)) && location.reload(),
        )
      tryAgain()
      addEventListener('online', tryAgain)
      return () => {
        removeEventListener('online', tryAgain)
        clearInterval(timer)
      }
    }, [])
    if (Loaded) return <Loaded {...props} />
    // An updated server has other scripts, and some browsers never ask twice for one.
    const retry = () => void again().catch(() => navigator.onLine && location.reload())
    return (
      <Frame>
        <Failure message={words.unreachable} retry={retry} label={words.retry} />
      </Frame>
    )
  }
}
