// Variables to edit: a name, a kind and a value each.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { emptyRow, faultOf, type Kind, type VariableRow } from './rows.ts'

interface Props {
  rows: readonly VariableRow[]
  /** Whether to say what is wrong. */
  isChecked: boolean
  onChange(rows: VariableRow[]): void
}

const text = words.variables

export function VariablesField({ rows, isChecked, onChange }: Props) {
  const set = (key: number, fields: Partial<VariableRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)))
  return (
    <div class="variables">
      {rows.map((row) => (
        <Line
          key={row.key}
          row={row}
          fault={isChecked ? faultOf(row, rows) : undefined}
          set={(fields) => set(row.key, fields)}
          remove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <button type="button" class="btn s" onClick={() => onChange([...rows, emptyRow()])}>
        <Icon name="plus" />
        {text.add}
      </button>
    </div>
  )
}

interface LineProps {
  row: VariableRow
  fault: ReturnType<typeof faultOf>
  set(fields: Partial<VariableRow>): void
  remove(): void
}

function Line({ row: { name, kind, text: value }, fault, set, remove }: LineProps) {
  return (
    <fieldset class="variable">
      <legend class="sr">{name || text.fresh}</legend>
      <input
        class="input"
        aria-label={text.name}
        placeholder={text.name}
        value={name}
        maxLength={64}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={fault === 'name' || fault === 'twice'}
        onInput={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <select
        class="input"
        aria-label={text.kind}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value as Kind })}
      >
        {(['text', 'number', 'flag'] as const).map((one) => (
          <option key={one} value={one} selected={one === kind}>
            {text.kinds[one]}
          </option>
        ))}
      </select>
      {kind === 'flag' ? (
        <select
          class="input"
          aria-label={text.value}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        >
          {['false', 'true'].map((one) => (
            <option key={one} value={one} selected={one === value}>
              {one === 'true' ? text.yes : text.no}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          aria-label={text.value}
          placeholder={text.value}
          value={value}
          maxLength={256}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          aria-invalid={fault === 'number'}
          onInput={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
      <button type="button" class="btn bare icon" aria-label={text.remove(name || text.fresh)} onClick={remove}>
        <Icon name="close" />
      </button>
      {fault && (
        <p class="error" role="alert">
          {text.faults[fault]}
        </p>
      )}
    </fieldset>
  )
}
