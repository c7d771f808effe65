// A link in the tree: to a page of the space, or to a URL.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import type { Page } from '../space/content.ts'
import type { DialogProps } from './dialog-props.ts'

const text = words.pageSettings

export function LinkDialog({ all, edits, close }: DialogProps) {
  const [wrong, setWrong] = useState<Wrong>({})
  const save = async (form: FormData) => {
    const title = textIn(form, 'title')
    const target = targetIn(form)
    const found = { ...(title === '' && { title: words.spaces.needsTitle }), ...(!target && { url: text.needsTarget }) }
    setWrong(found)
    if (!target || title === '') return false
    return (await edits.insert(null, all.length, { type: 'link', title, target })) !== undefined
  }
  return (
    <FormDialog heading={words.tree.newLink} button={text.add} cancel={words.cancel} save={save} close={close}>
      <Field label={words.spaces.title} name="title" error={wrong.title} maxLength={1000} />
      <TargetFields all={all} error={wrong.url} />
    </FormDialog>
  )
}

interface Wrong {
  title?: string
  url?: string
}

interface Target {
  kind: string
  url?: string
  page?: string
}

export function TargetFields({
  all,
  target,
  error,
}: {
  all: readonly Page[]
  target?: Target
  error?: string | undefined
}) {
  return (
    <>
      <Field label={text.url} name="url" value={target?.url ?? ''} help={text.urlHelp} error={error} maxLength={2048} />
      <SelectField
        label={text.orPage}
        name="target"
        value={target?.page ?? ''}
        choices={[{ value: '', label: text.noPage }, ...pageChoices(all)]}
      />
    </>
  )
}

/** A page that was chosen wins. */
export function targetIn(form: FormData): Target | undefined {
  const [page, url] = [textIn(form, 'target'), textIn(form, 'url')]
  if (page) return { kind: 'page', page }
  return /^(https?:\/\/|mailto:)\S+$/i.test(url) ? { kind: 'url', url } : undefined
}

/** Pages by their titles, with the titles of those they are in. */
export function pageChoices(pages: readonly Page[], above = ''): { value: string; label: string }[] {
  return pages.flatMap((page) => {
    const label = above + (page.title || words.untitled)
    const own = page.type === 'document' ? [{ value: page.id, label }] : []
    return [...own, ...pageChoices(page.pages ?? [], `${label} › `)]
  })
}
