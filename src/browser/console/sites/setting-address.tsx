// A setting that is an address. It is taken over once it is one, not with every letter.
import { useId, useState } from 'preact/hooks'
import { siteWords } from '../../words-sites.ts'
import type { FieldProps } from './setting-text.tsx'

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
/** What the API takes as the target of a link. */
const isTarget = (text: string): boolean => /^(https?:\/\/|mailto:|tel:|\/|#)/.test(text)

interface AddressProps extends FieldProps {
  placeholder?: string
  isDisabled?: boolean
}

export const Address = (props: AddressProps) => (
  <Checked {...props} isRight={(text) => text === '' || isAddress(text)} wrong={siteWords.customization.needsAddress} />
)

/** Where a link leads: to an address, or to a path of the site. */
export const LinkAddress = ({ isOptional, ...props }: AddressProps & { isOptional: boolean }) => (
  <Checked
    {...props}
    isRight={(text) => (text === '' ? isOptional : isTarget(text))}
    wrong={siteWords.customization.needsTarget}
  />
)

interface CheckedProps extends AddressProps {
  isRight(text: string): boolean
  wrong: string
}

function Checked({ label, value, choose, placeholder = 'https://', isDisabled, isRight, wrong }: CheckedProps) {
  const id = useId()
  /** What is typed and is no address yet. */
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const type = (text: string) => {
    const isDone = isRight(text)
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
        disabled={isDisabled}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      {isWrong && (
        <p class="help" id={id}>
          {wrong}
        </p>
      )}
    </>
  )
}
