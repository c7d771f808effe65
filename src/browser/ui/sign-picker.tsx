// Chooses an emoji or an icon: a field to search in, and what it finds.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { iconNames } from '../icons.ts'
import { Emoji } from './emoji.tsx'
import { NamedIcon } from './named-icon.tsx'

export interface Sign {
  emoji?: string | undefined
  icon?: string | undefined
}

interface Words {
  label: string
  none: string
  choose: string
  remove: string
  search: string
  emojis: string
  icons: string
}

interface Props {
  sign: Sign
  words: Words
  /** Whether icons can be chosen too. */
  hasIcons?: boolean
  onChange(sign: Sign): void
}

interface Found {
  name: string
  about: string
  emoji?: string
}

const MAX = 120

export function SignPicker({ sign, words, hasIcons = true, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const choose = (next: Sign) => {
    onChange(next)
    setOpen(false)
  }
  const isSet = Boolean(sign.emoji || sign.icon)
  return (
    <div class="field sign">
      <span class="name">{words.label}</span>
      <div class="row">
        <button type="button" class="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {sign.emoji ? <Emoji code={sign.emoji} /> : sign.icon ? <NamedIcon name={sign.icon} /> : words.none}
          <span class={isSet ? 'sr' : ''}>{isSet ? words.choose : ''}</span>
        </button>
        {isSet && (
          <button type="button" class="btn bare" onClick={() => choose({})}>
            {words.remove}
          </button>
        )}
      </div>
      {isOpen && <Picking words={words} hasIcons={hasIcons} choose={choose} />}
    </div>
  )
}

function Picking({ words, hasIcons, choose }: { words: Words; hasIcons: boolean; choose(sign: Sign): void }) {
  const [kind, setKind] = useState<'emoji' | 'icon'>('emoji')
  const [query, setQuery] = useState('')
  const all = useSigns(kind)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const found = useMemo(() => {
    const asked = query.trim().toLowerCase()
    return all.filter(({ name, about }) => name.includes(asked) || about.includes(asked)).slice(0, MAX)
  }, [all, query])
  return (
    <div class="picking">
      <div class="row">
        <input
          ref={field}
          class="input grow"
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autocomplete="off"
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {hasIcons && (
          <div class="seg">
            <button type="button" aria-pressed={kind === 'emoji'} onClick={() => setKind('emoji')}>
              {words.emojis}
            </button>
            <button type="button" aria-pressed={kind === 'icon'} onClick={() => setKind('icon')}>
              {words.icons}
            </button>
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons take the keys */}
      <div class="signs scroll" onKeyDown={walk}>
        {found.map(({ name, emoji }, at) => (
          <button
            type="button"
            key={name}
            class="btn bare icon"
            aria-label={name.replaceAll(/[_-]/g, ' ')}
            title={name}
            tabIndex={at === 0 ? 0 : -1}
            onClick={() => choose(emoji ? { emoji: codeOf(emoji) } : { icon: name })}
          >
            {emoji ? <Emoji code={emoji} /> : <NamedIcon name={name} />}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Arrow keys walk from one to the next, and to the one above and below. */
function walk(event: KeyboardEvent): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const top = buttons[0]?.offsetTop
  const columns = Math.max(
    1,
    buttons.findIndex(({ offsetTop }) => offsetTop !== top),
  )
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
  if (step === undefined || at < 0) return
  event.preventDefault()
  buttons[at + step]?.focus()
}

/** As the API has it: by code points. */
const codeOf = (emoji: string): string => [...emoji].map((point) => point.codePointAt(0)!.toString(16)).join('-')

function useSigns(kind: 'emoji' | 'icon'): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([])
  useEffect(() => {
    let isGone = false
    const loaded = kind === 'emoji' ? loadEmojis() : loadIcons()
    loaded.then(
      (all) => isGone || setFound(all),
      () => isGone || setFound([]),
    )
    return () => {
      isGone = true
    }
  }, [kind])
  return found
}

async function loadEmojis(): Promise<Found[]> {
  const { gemoji } = await import('gemoji')
  return gemoji.map(({ emoji, names, tags, description }) => ({
    name: names[0]!,
    about: [...names, ...tags, description].join(' ').toLowerCase(),
    emoji,
  }))
}

async function loadIcons(): Promise<Found[]> {
  return (await iconNames()).map((name) => ({ name, about: name }))
}
