// What is known of visitors as a form: a row for each claim.
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { siteWords } from '../../words-sites.ts'
import { type ClaimRow, type ClaimType, TYPES } from './adaptive-rows.ts'

const text = siteWords.adaptive

interface Props {
  rows: readonly ClaimRow[]
  change(rows: readonly ClaimRow[]): void
  useExample(): void
}

export function ClaimsForm({ rows, change, useExample }: Props) {
  /** Two claims of one source cannot have the same name: one of them would be lost. */
  const set = (at: number, patch: Partial<ClaimRow>) => {
    const next = { ...rows[at]!, ...patch }
    const isTaken = rows.some(
      ({ name, isSigned }, index) => index !== at && name === next.name && isSigned === next.isSigned,
    )
    if (isTaken) say(text.taken(next.name))
    change(rows.map((row, index) => (index === at && !isTaken ? next : row)))
  }
  const add = () =>
    change([...rows, { name: newName(rows), type: 'string', values: [], description: '', isSigned: true, source: {} }])
  return (
    <fieldset class="group wide-group">
      <legend>{text.form}</legend>
      <p class="help">{text.formHelp}</p>
      {rows.length === 0 && <p class="none">{text.noClaims}</p>}
      {rows.map((row, at) => (
        <Claim
          key={at}
          row={row}
          at={at + 1}
          change={(patch) => set(at, patch)}
          remove={() => change(rows.filter((_, index) => index !== at))}
        />
      ))}
      <div class="row">
        <button type="button" class="btn s" onClick={add}>
          <Icon name="plus" />
          {text.addClaim}
        </button>
        {rows.length === 0 && (
          <button type="button" class="btn s" onClick={useExample}>
            {text.useExample}
          </button>
        )}
      </div>
    </fieldset>
  )
}

/** A name that no claim has. */
function newName(rows: readonly ClaimRow[]): string {
  let number = rows.length + 1
  while (rows.some(({ name }) => name === `claim${number}`)) number++
  return `claim${number}`
}

interface ClaimProps {
  row: ClaimRow
  at: number
  change(patch: Partial<ClaimRow>): void
  remove(): void
}

/** What is typed counts when the field is left: half a name would be another claim. */
function Claim({ row, at, change, remove }: ClaimProps) {
  const hasValues = row.type === 'string' || row.type === 'list'
  const valuesIn = (typed: string) => typed.split(',').flatMap((value) => value.trim() || [])
  return (
    <div class="claim">
      <input
        class="input mono"
        value={row.name}
        maxLength={128}
        aria-label={text.claimName(at)}
        placeholder={text.claimName(at)}
        autocomplete="off"
        onChange={({ currentTarget }) => {
          const name = currentTarget.value.trim() || row.name
          currentTarget.value = row.name
          change({ name })
        }}
      />
      <select
        class="input"
        value={row.type}
        aria-label={text.claimType(at)}
        onChange={({ currentTarget }) => change({ type: currentTarget.value as ClaimType, values: [] })}
      >
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {text.types[type]}
          </option>
        ))}
      </select>
      <input
        class="input"
        value={row.values.join(', ')}
        disabled={!hasValues}
        aria-label={text.claimValues(at)}
        placeholder={hasValues ? text.anyValue : ''}
        autocomplete="off"
        onChange={({ currentTarget }) => change({ values: [...new Set(valuesIn(currentTarget.value))] })}
      />
      <input
        class="input"
        value={row.description}
        aria-label={text.claimDescription(at)}
        placeholder={text.description}
        autocomplete="off"
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <select
        class="input"
        value={row.isSigned ? 'signed' : 'unsigned'}
        aria-label={text.claimSource(at)}
        onChange={({ currentTarget }) => {
          const isSigned = currentTarget.value === 'signed'
          currentTarget.value = row.isSigned ? 'signed' : 'unsigned'
          change({ isSigned })
        }}
      >
        <option value="signed">{text.signed}</option>
        <option value="unsigned">{text.unsigned}</option>
      </select>
      <button type="button" class="btn bare icon s" aria-label={text.removeClaim(row.name)} onClick={remove}>
        <Icon name="close" />
      </button>
    </div>
  )
}
