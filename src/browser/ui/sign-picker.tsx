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
  /** Nothing is called so. */
  nothing: string
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
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const choose = (next: Sign) => {
    onChange(next)
    close()
  }
  const isSet = Boolean(sign.emoji || sign.icon)
  return (
    <div class="field sign">
      <span class="name">{words.label}</span>
      <div class="row">
        <button ref={button} type="button" class="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {sign.emoji ? <Emoji code={sign.emoji} /> : sign.icon ? <NamedIcon name={sign.icon} /> : words.none}
          <span class={isSet ? 'sr' : ''}>{isSet ? words.choose : ''}</span>
        </button>
        {isSet && (
          <button type="button" class="btn bare" onClick={() => choose({})}>
            {words.remove}
          </button>
        )}
      </div>
      {isOpen && <Picking words={words} hasIcons={hasIcons} choose={choose} close={close} />}
    </div>
  )
}

interface PickingProps {
  words: Words
  hasIcons: boolean
  choose(sign: Sign): void
  close(): void
}

function Picking({ words, hasIcons, choose, close }: PickingProps) {
  const [kind, setKind] = useState<'emoji' | 'icon'>('emoji')
  const [query, setQuery] = useState('')
  const all = useSigns(kind)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const signs = useRef<HTMLDivElement>(null)
  const found = useMemo(() => search(all, query.trim().toLowerCase()), [all, query])
  const take = ({ name, emoji }: Found) => choose(emoji ? { emoji: codeOf(emoji) } : { icon: name })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'ArrowDown') signs.current?.querySelector('button')?.focus()
    else if (query.trim() !== '' && found[0]) take(found[0])
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog around it stays open.
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it takes the keys
    <div class="picking" onKeyDown={onEscape}>
      <div class="row">
        <input
          ref={field}
          class="input grow"
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autocomplete="off"
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={onKeyDown}
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
      <div class="signs scroll" ref={signs} onKeyDown={walk}>
        {all.length > 0 && found.length === 0 && <p class="none">{words.nothing}</p>}
        {found.map((sign, at) => (
          <button
            type="button"
            key={sign.name}
            class="btn bare icon"
            aria-label={sign.name.replaceAll(/[_-]/g, ' ')}
            title={sign.name}
            tabIndex={at === 0 ? 0 : -1}
            onClick={() => take(sign)}
          >
            {sign.emoji ? <Emoji code={sign.emoji} /> : <NamedIcon name={sign.name} />}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What is called so comes first, then what begins so. */
function search(all: readonly Found[], asked: string): readonly Found[] {
  const rank = ({ name }: Found) => (name === asked ? 0 : name.startsWith(asked) ? 1 : 2)
  const found = all.filter(({ name, about }) => name.includes(asked) || about.includes(asked))
  return (asked === '' ? found : found.sort((a, b) => rank(a) - rank(b))).slice(0, MAX)
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
