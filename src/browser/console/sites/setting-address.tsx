// Settings that are addresses or conditions. Each is taken over once it is one, not with every letter.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { siteWords } from '../../words-sites.ts'
import type { FieldProps } from './setting-text.tsx'
import { useWrong } from './setting-wrong.ts'

const text = siteWords.customization
const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
/** What the API takes as the target of a link. */
const isTarget = (text: string): boolean => /^(https?:\/\/|mailto:|tel:|\/|#)/.test(text)

interface AddressProps extends FieldProps {
  placeholder?: string
  isDisabled?: boolean
}

export const Address = (props: AddressProps) => (
  <Checked {...props} complaint={(typed) => (typed === '' || isAddress(typed) ? undefined : text.needsAddress)} />
)

/** Where a link leads: to an address, or to a path of the site. */
export const LinkAddress = ({ isOptional, ...props }: AddressProps & { isOptional: boolean }) => (
  <Checked
    {...props}
    complaint={(typed) => ((typed === '' ? isOptional : isTarget(typed)) ? undefined : text.needsTarget)}
  />
)

type Complaint = (text: string) => string | undefined

/** Which visitors see something. */
export function ConditionField(props: FieldProps) {
  const complaint = useRef<Complaint>(() => undefined)
  useEffect(() => {
    void import('../../../expressions/index.ts').then(({ findExpressionError }) => {
      complaint.current = findExpressionError
    })
  }, [])
  return (
    <Checked
      {...props}
      placeholder={text.condition}
      complaint={(typed) => (typed === '' ? undefined : complaint.current(typed))}
    />
  )
}

interface CheckedProps extends AddressProps {
  /** What is wrong with a text, if anything. */
  complaint: Complaint
}

function Checked({ label, value, choose, placeholder = 'https://', isDisabled, complaint }: CheckedProps) {
  const id = useId()
  /** What is typed and is no address yet. */
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const type = (text: string) => {
    const isDone = complaint(text) === undefined
    setTyped(isDone ? undefined : text)
    if (isDone) choose(text || undefined)
  }
  const isWrong = typed !== undefined && !isDisabled
  useWrong(isWrong)
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
        <p class="help bad" id={id}>
          {complaint(typed)}
        </p>
      )}
    </>
  )
}
