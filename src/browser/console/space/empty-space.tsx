// A space without pages: its authors begin here.
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import { places } from '../places.ts'
import type { Content } from './content.ts'
import { useTreeEdits } from './tree-edits.tsx'
import type { SpaceJson } from './writing.ts'

interface Props {
  content: Content
  /** Undefined for those who may only read. */
  space: SpaceJson | undefined
}

export const EmptySpace = ({ content, space }: Props) => (
  <div class="home">
    <Empty title={words.space.noPages}>
      {space ? <Beginning content={content} space={space} /> : <p>{words.space.noPagesLead}</p>}
    </Empty>
  </div>
)

function Beginning({ content, space }: { content: Content; space: SpaceJson }) {
  const { insert } = useTreeEdits(content, [], space)
  return (
    <>
      <p>{words.space.firstPageLead}</p>
      <div class="row">
        <button type="button" class="btn main" onClick={() => void insert(null, 0)}>
          <Icon name="plus" />
          {words.space.firstPage}
        </button>
        {!content.changeRequest && (
          <a class="btn" href={places.inSpace(space.id, 'import')}>
            <Icon name="import" />
            {words.spacePlaces.import}
          </a>
        )}
      </div>
    </>
  )
}
