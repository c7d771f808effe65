// A setting of a site: its value, and whether it is chosen here or inherited.
import { useId, useState } from 'preact/hooks'
import { siteWords } from '../../words-sites.ts'
import { Address } from './setting-address.tsx'
import { AnnouncementField } from './setting-announcement.tsx'
import { FooterField, HeaderLinksField } from './setting-links.tsx'
import { ColorsField, FaviconField, PicturesField, TintField } from './setting-pairs.tsx'
import { type FieldProps, Text } from './setting-text.tsx'
import type { Kind, SettingPath } from './settings-form.ts'

const text = siteWords.customization

/** A font of the organization. */
export interface OwnFont {
  id: string
  fontFamily: string
}

interface Props {
  path: SettingPath
  kind: Kind
  /** What is in force, as far as it is known. */
  value: unknown
  isChosen: boolean
  /** What an inherited setting is called. */
  inherited: string
  /** What it is called to choose nothing, where that can be chosen. */
  unset: string | undefined
  fonts: readonly OwnFont[]
  /** Undefined leaves it to what is inherited. */
  choose(value: unknown): void
}

export function SettingField(props: Props) {
  const { path, isChosen, inherited, choose } = props
  const id = useId()
  const [resets, setResets] = useState(0)
  const label = text.labels[path]
  return (
    <fieldset class="setting" aria-labelledby={id}>
      <div class="row">
        <span class="name grow" id={id}>
          {label}
        </span>
        {isChosen ? (
          <button
            type="button"
            class="btn bare s"
            aria-label={`${text.reset}: ${label}`}
            onClick={() => {
              choose(undefined)
              setResets(resets + 1)
            }}
          >
            {text.reset}
          </button>
        ) : (
          <span class="small faint">{inherited}</span>
        )}
      </div>
      {/* What was typed and not taken over yet goes, too. */}
      <Control key={resets} {...props} label={label} />
    </fieldset>
  )
}

function Control({ kind, value, fonts, choose, label, isChosen, unset }: Props & { label: string }) {
  const field = { label, value, choose }
  switch (kind.kind) {
    case 'choice':
      return (
        <Choices
          {...field}
          unset={unset}
          values={kind.values.map((one) => ({ value: one, label: text.values[one] ?? one }))}
        />
      )
    case 'font':
      return <FontField {...field} unset={unset} names={kind.names} fonts={fonts} />
    case 'switch':
      return <Switch {...field} />
    case 'text':
      return <Text {...field} maxLength={kind.maxLength} />
    case 'url':
      return <Address {...field} />
    case 'colors':
      return <ColorsField {...field} />
    case 'tint':
      return <TintField {...field} isChosen={isChosen} />
    case 'pictures':
      return <PicturesField {...field} />
    case 'favicon':
      return <FaviconField {...field} />
    case 'links':
      return <HeaderLinksField {...field} />
    case 'footer':
      return <FooterField {...field} />
    case 'announcement':
      return <AnnouncementField {...field} />
  }
}

interface ChoicesProps extends FieldProps {
  unset: string | undefined
  values: readonly { value: string; label: string }[]
}

function Choices({ label, value, choose, unset, values }: ChoicesProps) {
  const none = unset ?? (typeof value === 'string' ? undefined : text.asDefault)
  return (
    <select
      class="input"
      aria-label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => choose(currentTarget.value || undefined)}
    >
      {none && <option value="">{none}</option>}
      {values.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  )
}

interface FontProps extends Omit<ChoicesProps, 'values'> {
  names: ChoicesProps['values']
  fonts: readonly OwnFont[]
}

/** Built-in fonts by their names, and those of the organization. */
function FontField({ value, choose, names, fonts, ...rest }: FontProps) {
  const shown = typeof value === 'string' ? value : (value as OwnFont | undefined)?.id
  return (
    <Choices
      {...rest}
      value={shown}
      choose={(chosen) => choose(fonts.find(({ id }) => id === chosen) ?? chosen)}
      values={[...names, ...fonts.map(({ id, fontFamily }) => ({ value: id, label: fontFamily }))]}
    />
  )
}

function Switch({ label, value, choose }: FieldProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={value === true}
      checked={value === true}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  )
}
