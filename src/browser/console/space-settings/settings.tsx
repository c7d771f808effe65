// The settings of a space: what it is called, who may do what, where it is, and its end.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { type Sign, SignPicker } from '../../ui/sign-picker.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { levelChoices, levelFrom } from '../access/level-field.tsx'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refreshSpaces, removeSpace } from '../spaces/changing.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'
import { Location } from './location.tsx'
import { MergeRules } from './merge-rules.tsx'

const text = words.spaceSettings

export const Settings = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="settings">
    {(space) => (
      <div class="settings-parts" key={space.id}>
        <General space={space} />
        <MergeRules space={space} />
        <Location space={space} />
        <End space={space} />
      </div>
    )}
  </SpaceFrame>
)

function General({ space }: { space: SpaceJson }) {
  const [sign, setSign] = useState<Sign>({ emoji: space.emoji })
  const [isBusy, setBusy] = useState(false)
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setBusy(true)
    await attempt(async () => {
      const body = {
        title: textIn(form, 'title'),
        emoji: sign.emoji ?? null,
        editMode: textIn(form, 'editMode') as SpaceJson['editMode'],
        defaultLevel: levelFrom(textIn(form, 'level')),
      }
      await call('PATCH /spaces/:spaceId', { spaceId: space.id, body })
      refreshSpaces()
      say(text.saved)
    })
    setBusy(false)
  }
  return (
    <section aria-label={text.general}>
      <h2>{text.general}</h2>
      <form onSubmit={submitted}>
        <Field label={words.spaces.title} name="title" value={space.title} maxLength={50} />
        <SignPicker sign={sign} words={{ ...words.signs, label: text.emoji }} hasIcons={false} onChange={setSign} />
        <SelectField
          label={text.level}
          name="level"
          value={space.defaultLevel ?? 'none'}
          help={text.levelHelp}
          choices={levelChoices}
        />
        <SelectField
          label={text.editMode}
          name="editMode"
          value={space.editMode}
          help={text.editModeHelp}
          choices={[
            { value: 'live', label: text.editModes.live },
            { value: 'locked', label: text.editModes.locked },
          ]}
        />
        <dl class="facts">
          <dt>{text.visibility}</dt>
          <dd>{text.visibilities[space.visibility]}</dd>
          {space.urls.published && (
            <>
              <dt>{text.published}</dt>
              <dd>
                <a class="link" href={space.urls.published}>
                  {space.urls.published}
                </a>
              </dd>
            </>
          )}
        </dl>
        <button type="submit" class="btn main" disabled={isBusy}>
          {words.save}
        </button>
      </form>
    </section>
  )
}

function End({ space }: { space: SpaceJson }) {
  const { route } = useLocation()
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-label={text.end}>
      <h2>{text.end}</h2>
      <p class="soft">{words.spaces.removeLead}</p>
      <button type="button" class="btn" onClick={() => setAsking(true)}>
        {words.spaces.remove}
      </button>
      {isAsking && (
        <Confirm
          title={words.spaces.removeAsk(space.title)}
          lead={words.spaces.removeLead}
          button={words.spaces.remove}
          cancel={words.cancel}
          run={() => removeSpace(space, route)}
          close={() => setAsking(false)}
        />
      )}
    </section>
  )
}
