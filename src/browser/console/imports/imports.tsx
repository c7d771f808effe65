// Imports into a space.
import { words } from '../../words.ts'
import { writesToMain } from '../space/writing.ts'
import { SpaceFrame } from '../spaces/space-places.tsx'
import { ImportForm } from './import-form.tsx'
import { Runs } from './runs.tsx'

const text = words.imports

export const Imports = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="import">
    {(space) => (
      <>
        <p class="soft">{writesToMain(space) ? text.lead : text.leadDraft}</p>
        <ImportForm key={space.id} space={space} />
        <section aria-label={text.runs}>
          <h2>{text.runs}</h2>
          <Runs space={space} shows={({ source }) => source.type !== 'git'} none={text.none} />
        </section>
      </>
    )}
  </SpaceFrame>
)
