// What a change request of the space needs before it is merged.
import { useState } from 'preact/hooks'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { reviewWords } from '../../words-review.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refreshSpaces } from '../spaces/changing.ts'
import type { SpaceJson } from '../spaces/space-places.tsx'

const text = reviewWords.rules
const MAX_APPROVALS = 10

export function MergeRules({ space }: { space: SpaceJson }) {
  const [isBusy, setBusy] = useState(false)
  const rules = space.mergeRules ?? {}
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const given = {
      approvals: Number(textIn(form, 'approvals')),
      approvalByOthers: form.has('byOthers'),
      latestContent: form.has('latest'),
      resolvedComments: form.has('comments'),
    }
    const isAny = given.approvals > 0 || given.approvalByOthers || given.resolvedComments
    setBusy(true)
    await attempt(async () => {
      await call('PATCH /spaces/:spaceId', { spaceId: space.id, body: { mergeRules: isAny ? given : null } })
      refreshSpaces()
      say(text.saved)
    })
    setBusy(false)
  }
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p class="soft">{text.lead}</p>
      <form onSubmit={submitted}>
        <SelectField
          label={text.approvals}
          name="approvals"
          value={String(rules.approvals ?? 0)}
          help={text.approvalsHelp}
          choices={Array.from({ length: MAX_APPROVALS + 1 }, (_, count) => ({
            value: String(count),
            label: count === 0 ? text.none : String(count),
          }))}
        />
        <CheckField label={text.byOthers} name="byOthers" isOn={rules.approvalByOthers ?? false} />
        <CheckField label={text.latest} name="latest" isOn={rules.latestContent ?? false} />
        <CheckField label={text.comments} name="comments" isOn={rules.resolvedComments ?? false} />
        <button type="submit" class="btn main" disabled={isBusy}>
          {words.save}
        </button>
      </form>
    </section>
  )
}
