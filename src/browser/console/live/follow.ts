// Places follow what others do: whatever is shown of a space is read again when something changes in it.
import { useEffect } from 'preact/hooks'
import { refreshSpace } from '../api/store.ts'
import { listen } from './stream.ts'

/** Several changes that come together are read once. */
const PAUSE = 200

/** Keeps what is shown of a space fresh. */
export function useFollowing(space: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(space, ({ is }) => {
      if (is === 'presence') return
      clearTimeout(timer)
      timer = setTimeout(() => refreshSpace(space), PAUSE)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [space])
}
