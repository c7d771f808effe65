// The reusable contents of a space: new ones, where they are used, and deleting them.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { Read } from '../reading.tsx'
import { addressOf, type Content, reusablesAt } from '../space/content.ts'
import { Variant } from '../space/variant.tsx'
import { refreshContent, writeContent } from '../space/writing.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'
import { refreshHead, useHead } from './head.ts'
import { ReusableUsedIn } from './used-in.tsx'

const text = words.reusables

interface Props {
  spaceId: string
  changeRequestId?: string
}

export function ReusableContents({ spaceId, changeRequestId }: Props) {
  const content = { space: spaceId, changeRequest: changeRequestId }
  return (
    <SpaceFrame
      spaceId={spaceId}
      at="reusable-contents"
      pagesAt={addressOf(content)}
      aside={(space) => <Variant content={content} space={space} page={undefined} address={reusablesAt} />}
    >
      {(space) => <Inside key={`${space.id} ${changeRequestId ?? ''}`} space={space} content={content} />}
    </SpaceFrame>
  )
}

interface Named {
  id: string
  title: string
}

function Inside({ space, content }: { space: SpaceJson; content: Content }) {
  const { route } = useLocation()
  const [asking, setAsking] = useState<'create' | Named | undefined>(undefined)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const close = () => {
    setAsking(undefined)
    setWrong(undefined)
  }
  const mayWrite = space.permissions.propose
  const create = async (form: FormData) => {
    const title = textIn(form, 'title')
    setWrong(title === '' ? text.needsTitle : undefined)
    if (title === '') return false
    return attempt(async () => {
      const written = await writeContent(content, space, [{ operation: 'insert_reusable_content', title }])
      refreshContent()
      refreshHead()
      route(reusablesAt(written.content, written.reusables[0]))
    })
  }
  const remove = ({ id, title }: Named) =>
    attempt(async () => {
      const change = { operation: 'delete_reusable_content' as const, reusableContent: id }
      const written = await writeContent(content, space, [change])
      refreshContent()
      refreshHead()
      if (written.content.changeRequest === content.changeRequest) return say(text.removed(title))
      const open = { label: words.open, run: () => route(reusablesAt(written.content)) }
      say(text.inDraft(text.removed(title)), open)
    })
  return (
    <>
      <p class="soft">{text.lead}</p>
      {mayWrite && (
        <button type="button" class="btn main" onClick={() => setAsking('create')}>
          <Icon name="plus" />
          {text.create}
        </button>
      )}
      <Read of={useHead(content)}>
        {({ reusableContents }) => (
          <>
            {reusableContents.length === 0 && <p class="none">{text.none}</p>}
            <ul class="lines">
              {reusableContents.map(({ id, title }) => (
                <li key={id}>
                  <Icon name="copy" />
                  <div>
                    <a class="what" href={reusablesAt(content, id)}>
                      {title || words.untitled}
                    </a>
                    <ReusableUsedIn content={content} id={id} about={title} />
                  </div>
                  {mayWrite && (
                    <span class="row above">
                      <button
                        type="button"
                        class="btn bare s"
                        aria-label={text.removeIt(title)}
                        onClick={() => setAsking({ id, title })}
                      >
                        {text.remove}
                      </button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Read>
      {asking === 'create' && (
        <FormDialog heading={text.create} button={text.create} cancel={words.cancel} save={create} close={close}>
          <Field label={text.title} name="title" error={wrong} maxLength={200} />
        </FormDialog>
      )}
      {asking && asking !== 'create' && (
        <Confirm
          title={text.removeAsk(asking.title)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={() => remove(asking)}
          close={close}
        />
      )}
    </>
  )
}
