// A setting that is an address. It is taken over once it is one, not with every letter.
import { useId, useState } from 'preact/hooks'
import { siteWords } from '../../words-sites.ts'
import type { FieldProps } from './setting-text.tsx'

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

export function Address({ label, value, choose, placeholder = 'https://' }: FieldProps & { placeholder?: string }) {
  const id = useId()
  /** What is typed and is no address yet. */
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const type = (text: string) => {
    const isDone = text === '' || isAddress(text)
    setTyped(isDone ? undefined : text)
    if (isDone) choose(text || undefined)
  }
  const isWrong = typed !== undefined
  return (
    <>
      <input
        class="input"
        aria-label={label}
        value={typed ?? (typeof value === 'string' ? value : '')}
        maxLength={2048}
        placeholder={placeholder}
        autocomplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      {isWrong && (
        <p class="help" id={id}>
          {siteWords.customization.needsAddress}
        </p>
      )}
    </>
  )
}
