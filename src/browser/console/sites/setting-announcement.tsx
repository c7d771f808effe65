// A line above the header of every page, which may end with a link.
import { useState } from 'preact/hooks'
import { siteWords } from '../../words-sites.ts'
import { LinkAddress } from './setting-address.tsx'
import { type Link, toUrl } from './setting-links.tsx'
import { type FieldProps, Text } from './setting-text.tsx'
import { useWrong } from './setting-wrong.ts'

const text = siteWords.customization
const words = text.announcement

interface Announcement {
  enabled: boolean
  message: string
  style: string
  link?: Link | undefined
}

const QUIET: Announcement = { enabled: false, message: '', style: 'info' }
/** The API takes no shorter message. */
const LEAST = 2

export function AnnouncementField({ value, choose }: FieldProps) {
  const now: Announcement = { ...QUIET, ...(value as object | undefined) }
  const set = (change: Partial<Announcement>) => {
    const { link, ...next } = { ...now, ...change }
    choose(next.message.length < LEAST ? undefined : { ...next, ...(link && { link }) })
  }
  /** What is typed and too short. */
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const type = (message: string) => {
    const isKept = message.length === 0 || message.length >= LEAST
    setTyped(isKept ? undefined : message)
    if (isKept) set({ message, enabled: true })
  }
  useWrong(typed !== undefined)
  const isShort = now.message.length < LEAST
  return (
    <div class="pair">
      <Text
        label={words.message}
        placeholder={words.message}
        value={typed ?? now.message}
        maxLength={128}
        complaint={typed === undefined ? undefined : words.tooShort}
        choose={(message) => type(String(message ?? ''))}
      />
      <select
        class="input"
        aria-label={words.style}
        value={now.style}
        disabled={isShort}
        onChange={({ currentTarget }) => set({ style: currentTarget.value })}
      >
        {Object.entries(words.styles).map(([style, name]) => (
          <option key={style} value={style}>
            {name}
          </option>
        ))}
      </select>
      {!isShort && <LinkPart link={now.link} change={(link) => set({ link })} />}
      <label class="row">
        <input
          type="checkbox"
          checked={now.enabled}
          disabled={isShort}
          onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
        />
        {words.enabled}
      </label>
    </div>
  )
}

/** The link is there once it has an address. */
function LinkPart({ link, change }: { link: Link | undefined; change(link: Link | undefined): void }) {
  if (link?.to && link.to.kind !== 'url') return <span class="small faint">{text.inside}</span>
  return (
    <>
      <LinkAddress
        label={words.linkAddress}
        placeholder={words.linkPlaceholder}
        value={link?.to?.url}
        isOptional
        choose={(url) => change(url ? { title: link?.title ?? words.linkNew, to: toUrl(url) } : undefined)}
      />
      {link && (
        <Text
          label={words.linkTitle}
          placeholder={words.linkTitle}
          value={link.title}
          maxLength={64}
          choose={(title) => change({ ...link, title: String(title ?? '') })}
        />
      )}
    </>
  )
}
