// The settings of a page, a group or a link.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { type Sign, SignPicker } from '../../ui/sign-picker.tsx'
import { words } from '../../words.ts'
import type { Page } from '../space/content.ts'
import type { Change } from '../space/tree-edits.tsx'
import { targetOf } from '../space/writing.ts'
import { faultOf, rowsOf, valuesOf } from '../variables/rows.ts'
import { VariablesField } from '../variables/variables-field.tsx'
import { type Cover, CoverField } from './cover-field.tsx'
import type { DialogProps } from './dialog-props.ts'
import { TargetFields, targetIn } from './link-dialog.tsx'

const text = words.pageSettings

/** What a layout is where a page says nothing. */
const LAYOUT: NonNullable<Page['layout']> = {
  width: 'default',
  cover: true,
  coverSize: 'full',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}

const SHOWN = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const

export function SettingsDialog({ content, space, all, pages: [page], edits, close }: DialogProps) {
  const it = page!
  const isText = it.type === 'document'
  const [sign, setSign] = useState<Sign>({ emoji: it.emoji, icon: it.icon })
  const [cover, setCover] = useState<Cover>((it.cover ?? {}) as Cover)
  const [rows, setRows] = useState(() => rowsOf(it.variables ?? {}))
  const [wrong, setWrong] = useState<{ title?: string; url?: string; rows?: boolean }>({})
  const layout = { ...LAYOUT, ...it.layout }
  const save = async (form: FormData) => {
    const title = textIn(form, 'title')
    const target = targetIn(form)
    const found = {
      ...(!isText && title === '' && { title: words.spaces.needsTitle }),
      ...(it.type === 'link' && !target && { url: text.needsTarget }),
      ...(rows.some((row) => faultOf(row, rows)) && { rows: true }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return false
    const wanted: Partial<Change> = {
      emoji: sign.emoji ?? null,
      icon: sign.icon ?? null,
      hidden: form.has('hidden'),
      condition: textIn(form, 'condition') || null,
      ...(isText
        ? { ...textFields(form), cover: cover.ref ? cover : null, variables: rows.length > 0 ? valuesOf(rows) : null }
        : { title }),
      ...(it.type === 'link' && target && { target }),
    }
    const changed = changesOf(it, wanted)
    return Object.keys(changed).length === 0 || edits.update(it, changed)
  }
  return (
    <FormDialog
      heading={text.heading(it.title || words.untitled)}
      button={words.save}
      cancel={words.cancel}
      class="settings"
      save={save}
      close={close}
    >
      <SignPicker sign={sign} words={words.signs} onChange={setSign} />
      {!isText && (
        <Field label={words.spaces.title} name="title" value={it.title} error={wrong.title} maxLength={1000} />
      )}
      {it.type === 'link' && <TargetFields all={all} target={it.target as never} error={wrong.url} />}
      {isText && (
        <>
          <Field label={text.slug} name="slug" value={it.slug ?? ''} help={text.slugHelp} maxLength={100} />
          <Field
            label={text.linkTitle}
            name="linkTitle"
            value={it.linkTitle ?? ''}
            help={text.linkTitleHelp}
            maxLength={100}
          />
        </>
      )}
      <CheckField label={text.hidden} name="hidden" isOn={it.hidden ?? false} help={text.hiddenHelp} />
      {isText && (
        <>
          <CheckField label={text.noIndex} name="noIndex" isOn={it.noIndex ?? false} />
          <CheckField label={text.noRobotsIndex} name="noRobotsIndex" isOn={it.noRobotsIndex ?? false} />
          <fieldset class="group">
            <legend>{text.cover.title}</legend>
            <CoverField content={content} cover={cover} target={() => targetOf(content, space)} onChange={setCover} />
            {cover.ref && (
              <SelectField
                label={text.cover.size}
                name="coverSize"
                value={layout.coverSize}
                choices={[
                  { value: 'full', label: text.cover.full },
                  { value: 'hero', label: text.cover.hero },
                ]}
              />
            )}
          </fieldset>
          <fieldset class="group">
            <legend>{text.layout}</legend>
            <SelectField
              label={text.width}
              name="width"
              value={layout.width}
              choices={[
                { value: 'default', label: text.widths.default },
                { value: 'wide', label: text.widths.wide },
              ]}
            />
            {SHOWN.map((name) => (
              <CheckField key={name} label={text.shown[name]} name={`layout.${name}`} isOn={layout[name]} />
            ))}
          </fieldset>
          <fieldset class="group">
            <legend>{text.variables}</legend>
            <p class="help">{text.variablesHelp}</p>
            <VariablesField rows={rows} isChecked={wrong.rows ?? false} onChange={setRows} />
          </fieldset>
        </>
      )}
      <Field
        label={text.condition}
        name="condition"
        value={it.condition ?? ''}
        help={text.conditionHelp}
        maxLength={1024}
      />
    </FormDialog>
  )
}

const textFields = (form: FormData): Partial<Change> => ({
  ...(textIn(form, 'slug') && { slug: textIn(form, 'slug') }),
  linkTitle: textIn(form, 'linkTitle') || null,
  noIndex: form.has('noIndex'),
  noRobotsIndex: form.has('noRobotsIndex'),
  layout: {
    ...Object.fromEntries(SHOWN.map((name) => [name, form.has(`layout.${name}`)])),
    width: textIn(form, 'width') === 'wide' ? 'wide' : 'default',
    coverSize: textIn(form, 'coverSize') === 'hero' ? 'hero' : 'full',
  },
})

/** Only what is different from what the page has. */
function changesOf(page: Page, wanted: Partial<Change>): Partial<Change> {
  const known: Record<string, unknown> = { ...page, layout: { ...LAYOUT, ...page.layout } }
  const isSame = (name: string, value: unknown) =>
    same(known[name], value) || (!known[name] && (value === null || value === false))
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(name, value)))
}

/** The order of fields does not matter. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, inner]) => [name, sorted(inner)]),
      )
    : value
