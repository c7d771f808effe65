// How a site looks: a form over its settings, beside the site as it would be drawn with them.
import { useEffect, useRef, useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { refreshSites } from './changing.ts'
import { type OwnFont, SettingField } from './setting-field.tsx'
import { showWrong, useWrongCount, WrongFields } from './setting-wrong.ts'
import { differences, type Settings, settingAt, withSetting } from './settings.ts'
import { GROUPS, type GroupName, type Kind, PATHS, type SettingPath } from './settings-form.ts'
import { type Located, SiteFrame } from './site-frame.tsx'
import { SitePreview } from './site-preview.tsx'

const text = siteWords.customization
const SITE = '/orgs/:organizationId/sites/:siteId/customization'
const SITE_SPACE = '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization'

export const Customization = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="customization" isWide>
    {(located) => <Layers {...located} />}
  </SiteFrame>
)

/** The settings of the site, or those of one of its spaces, which stand over them. */
function Layers({ at }: Located) {
  const [siteSpaceId, setSiteSpace] = useState('')
  const spaces = useReading('GET /orgs/:organizationId/sites/:siteId/site-spaces', { ...at, query: { limit: 1000 } })
    .value.value?.items
  const ofSpace = siteSpaceId ? { ...at, siteSpaceId } : null
  const inForce = useReading(`GET ${SITE}`, at).value
  const inForceHere = useReading(`GET ${SITE_SPACE}`, ofSpace).value
  const chosen = useReading(`GET ${SITE}/choices`, at).value
  const chosenHere = useReading(`GET ${SITE_SPACE}/choices`, ofSpace).value
  const [settings, choices] = siteSpaceId ? [inForceHere, chosenHere] : [inForce, chosen]
  const value =
    settings.value && choices.value && chosen.value
      ? { settings: settings.value as Settings, choices: choices.value, chosenBelow: siteSpaceId ? chosen.value : {} }
      : undefined
  const save = (next: Settings) =>
    attempt(async () => {
      if (ofSpace) await call(`PATCH ${SITE_SPACE}`, { ...ofSpace, body: differences(choices.value!, next, PATHS) })
      else await call(`PUT ${SITE}`, { ...at, body: next })
      refresh(`GET ${SITE}`, `GET ${SITE}/choices`, `GET ${SITE_SPACE}`, `GET ${SITE_SPACE}/choices`)
      refreshSites()
      say(text.saved)
    })
  const found = siteSpaceId ? spaces?.find(({ id }) => id === siteSpaceId) : undefined
  const siteSpace = found && { id: found.id, url: found.urls?.published }
  const layers = spaces && spaces.length > 1 && (
    <SelectField
      label={text.layer}
      value={siteSpaceId}
      choices={[
        { value: '', label: text.wholeSite },
        ...spaces.map(({ id, title }) => ({ value: id, label: title || words.untitled })),
      ]}
      onChange={setSiteSpace}
    />
  )
  return (
    <Read of={{ ...settings, error: settings.error ?? choices.error ?? chosen.error, value }}>
      {(read) => (
        <Form
          key={siteSpaceId}
          {...read}
          below={siteSpaceId ? inForce.value : undefined}
          at={at}
          siteSpace={siteSpace}
          top={layers}
          save={save}
        />
      )}
    </Read>
  )
}

const isSame = (one: Settings, other: Settings): boolean => Object.keys(differences(one, other, PATHS)).length === 0

interface FormProps {
  at: Located['at']
  settings: Settings
  choices: Settings
  /** What the site chose, below the settings of one of its spaces. */
  chosenBelow: Settings
  /** What holds where nothing is chosen here, if it is known. */
  below: Settings | undefined
  /** Undefined: the settings are those of the whole site. */
  siteSpace: { id: string; url: string | undefined } | undefined
  top: preact.ComponentChildren
  save(next: Settings): Promise<boolean>
}

function Form({ at, settings, choices, chosenBelow, below, siteSpace, top, save }: FormProps) {
  const [draft, setDraft] = useState(choices)
  const [discards, setDiscards] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [wrong, report] = useWrongCount()
  // What is typed while something is saved stays.
  const base = useRef(choices)
  useEffect(() => {
    const wasSaved = base.current
    base.current = choices
    setDraft((now) => (isSame(now, wasSaved) ? choices : now))
  }, [JSON.stringify(choices)])
  const fonts = useReading('GET /orgs/:organizationId/fonts', {
    organizationId: at.organizationId,
    query: { limit: 1000 },
  }).value.value?.items
  const isChanged = wrong > 0 || !isSame(draft, choices)
  /** What is in force; unknown for what was chosen before and is inherited again. */
  const shownAt = (path: string): unknown => {
    const own = settingAt(draft, path)
    if (own !== undefined) return own
    if (text.unset[path]) return settingAt(chosenBelow, path)
    if (settingAt(choices, path) === undefined) return settingAt(settings, path)
    return below && settingAt(below, path)
  }
  const discard = () => {
    setDraft(choices)
    setDiscards((count) => count + 1)
  }
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    if (wrong > 0) {
      showWrong(event.currentTarget as HTMLFormElement)
      return say(text.notSaved)
    }
    setBusy(true)
    await save(draft)
    setBusy(false)
  }
  return (
    <div class="customizing">
      <form class="scroll" onSubmit={submitted} aria-label={siteWords.places.customization}>
        <h1>{siteWords.places.customization}</h1>
        {top}
        <WrongFields.Provider value={report}>
          {(Object.entries(GROUPS) as [GroupName, Partial<Record<SettingPath, Kind>>][]).map(([group, fields]) => (
            <details key={group} open={group === 'brand' || group === 'colors'}>
              <summary>{text.groups[group]}</summary>
              {Object.entries(fields).map(([path, kind]) => (
                <SettingField
                  // What was typed and not taken over yet is discarded, too.
                  key={`${path} ${discards}`}
                  path={path as SettingPath}
                  kind={kind}
                  value={shownAt(path)}
                  isChosen={settingAt(draft, path) !== undefined}
                  unset={settingAt(chosenBelow, path) === undefined ? text.unset[path] : undefined}
                  inherited={siteSpace ? text.asSite : text.asDefault}
                  fonts={(fonts ?? []) as readonly OwnFont[]}
                  choose={(value) => setDraft((now) => withSetting(now, path, value))}
                />
              ))}
            </details>
          ))}
        </WrongFields.Provider>
        <footer>
          <button type="button" class="btn" disabled={!isChanged} onClick={discard}>
            {text.discard}
          </button>
          <button type="submit" class="btn main" disabled={!isChanged || isBusy}>
            {words.save}
          </button>
        </footer>
      </form>
      <SitePreview at={at} customization={draft} siteSpace={siteSpace} version={JSON.stringify(choices)} />
    </div>
  )
}
