// One conflict: the base, both sides, and the choice.
import { useState } from 'preact/hooks'
import type { Document } from '../../../engine/document.ts'
import type { BlockConflict } from '../../../engine/merge/block-conflict.ts'
import { type BlockChoice, chooseBlocks } from '../../../engine/merge/choose-blocks.ts'
import { newKey } from '../../random.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { addressOf } from '../space/content.ts'
import { loadSnapshot } from '../space/snapshot.ts'
import { refreshContent } from '../space/writing.ts'
import { Clash } from './clash.tsx'
import { ConflictTitle } from './conflict-title.tsx'
import { useDrawing } from './drawing.ts'
import type { ConflictJson, Place } from './place.ts'
import { useSaid } from './said.ts'
import { refreshChangeRequests } from './saving.ts'

const text = words.changeRequests.conflicts

type Resolution = Input<'POST /spaces/:spaceId/change-requests/:changeRequestId/conflicts/:conflictId'>['body']

interface Props {
  place: Place
  conflict: ConflictJson
}

export function Conflict({ place, conflict }: Props) {
  const { space, changeRequest } = place
  const { field, kind, page, status, resolution } = conflict
  const blocks = (conflict.blocks ?? []) as unknown as BlockConflict[]
  const isText = blocks.length > 0
  const [choices, setChoices] = useState<readonly (BlockChoice | undefined)[]>(
    Array.from({ length: Math.max(blocks.length, 1) }, () => undefined),
  )
  const [isBusy, setBusy] = useState(false)
  const draw = useDrawing(place)
  const said = useSaid(place, conflict)
  const choose = (at: number) => (choice: BlockChoice) =>
    setChoices(choices.map((known, each) => (each === at ? choice : known)))
  const left = choices.filter((choice) => choice === undefined).length
  const resolve = async () => {
    setBusy(true)
    await attempt(async () => {
      await call('POST /spaces/:spaceId/change-requests/:changeRequestId/conflicts/:conflictId', {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
        conflictId: conflict.id,
        body: await resolutionOf(place, conflict, blocks, choices as BlockChoice[]),
      })
      say(text.isResolved)
    })
    refreshChangeRequests()
    refreshContent()
    setBusy(false)
  }
  const isOpen = status === 'open' && space.permissions.propose
  return (
    <>
      <div class="toolbar">
        <b class="clip">
          <ConflictTitle place={place} conflict={conflict} />
        </b>
        <span class="faint">{text.about(kind, field)}</span>
      </div>
      <div class="drawn-changes">
        {status === 'resolved' && <p class="soft">{text.how[resolution ?? 'edited']}</p>}
        {isText ? (
          blocks.map((block, at) => (
            <Clash
              key={at}
              title={text.kinds[block.kind]}
              base={draw(block.base, block.base)}
              ours={draw(block.base, block.ours)}
              theirs={draw(block.base, block.theirs)}
              choice={choices[at]}
              choose={isOpen ? choose(at) : undefined}
              mayTakeBoth={conflict.target.kind === 'page' && block.kind !== 'moved'}
            />
          ))
        ) : (
          <Clash
            title={text.kinds[kind === 'document' ? 'edited' : kind]}
            base={said(conflict.base)}
            ours={said(conflict.ours)}
            theirs={said(conflict.theirs)}
            choice={choices[0]}
            choose={isOpen ? choose(0) : undefined}
            mayTakeBoth={false}
          />
        )}
        {isOpen && (
          <div class="row">
            <button type="button" class="btn main" disabled={isBusy || left > 0} onClick={resolve}>
              <Icon name="check" />
              {text.resolve}
            </button>
            {left > 0 && <span class="small faint">{text.chooseFirst(left)}</span>}
            {isText && page && (
              <a class="btn" href={addressOf({ space: space.id, changeRequest: changeRequest.id }, page.id)}>
                <Icon name="edit" />
                {text.edit}
              </a>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** One side for all of it, or a document with what was chosen in each place. */
async function resolutionOf(
  { space, changeRequest }: Place,
  { target }: ConflictJson,
  blocks: readonly BlockConflict[],
  choices: readonly BlockChoice[],
): Promise<Resolution> {
  const [first] = choices
  if (first !== 'both' && choices.every((choice) => choice === first)) return { resolution: first! }
  const kind = target.kind === 'reusable-content' ? target.kind : 'page'
  const content = { space: space.id, changeRequest: changeRequest.id }
  const snapshot = await loadSnapshot(content, { kind, id: target.id })
  const chosen = blocks.reduce<Document>(
    (document, block, at) => chooseBlocks(document, block, choices[at]!, newKey),
    snapshot.document,
  )
  return { resolution: 'document', document: { document: chosen as never } }
}
