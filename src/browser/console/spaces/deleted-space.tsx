// A space that was deleted and can still be restored.
import { useLocation } from 'preact-iso'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { Bar } from '../shell/bar.tsx'
import { restoreSpace } from './changing.ts'

export function DeletedSpace({ space }: { space: ReplyTo<'GET /spaces/:spaceId'> }) {
  const { route } = useLocation()
  return (
    <>
      <Bar title={space.title || words.untitled} />
      <main class="scroll" id="main" tabIndex={-1} aria-label={space.title || words.untitled}>
        <div class="home">
          <Empty title={words.spaces.gone(space.title || words.untitled)}>
            <p>{space.permissions.admin ? words.spaces.goneLead : words.spaces.goneAsk}</p>
            {space.permissions.admin && (
              <div class="row">
                <button type="button" class="btn main" onClick={() => void restoreSpace(space, route)}>
                  {words.bin.restore}
                </button>
              </div>
            )}
          </Empty>
        </div>
      </main>
    </>
  )
}
