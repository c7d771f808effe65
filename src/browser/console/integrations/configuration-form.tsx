// The configuration of an integration, as its manifest describes it.
import { Field } from '../../ui/field.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { integrationWords as text } from '../../words-integrations.ts'
import { CallError } from '../api/client.ts'
import { SettingsForm } from '../organization/settings-form.tsx'
import { Connection } from './connection.tsx'
import { type Configured, OwnConfiguration } from './own-configuration.tsx'
import type { IntegrationJson } from './shapes.ts'

type Schema = NonNullable<NonNullable<IntegrationJson['configurations']>['account']>
type Described = Extract<Schema, { properties: unknown }>
type Property = Described['properties'][string]

interface Props {
  schema: Schema
  values: Readonly<Record<string, unknown>>
  save(values: Record<string, unknown>): Promise<unknown>
  /** What is configured, for integrations that draw the form themselves. */
  configured: Configured
}

export function ConfigurationForm({ schema, values, save, configured }: Props) {
  if (!('properties' in schema)) return <OwnConfiguration component={schema.componentId} {...configured} />
  const properties = Object.entries(schema.properties)
  const isFilledElsewhere = properties.every(([, { type }]) => type === 'button')
  const submitted = async (form: FormData) => {
    const next = { ...values, ...Object.fromEntries(properties.flatMap((entry) => valueIn(form, entry))) }
    const issues = faultsOf(schema, next)
    if (issues.length > 0) throw new CallError(400, '', issues)
    await save(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)))
  }
  return (
    <SettingsForm save={submitted} done={text.saved} {...(isFilledElsewhere && { button: null })}>
      {(faults) =>
        properties.map(([name, property]) => (
          <Input
            key={name}
            name={name}
            property={property}
            value={values[name]}
            fault={faults[name]}
            configured={configured}
          />
        ))
      }
    </SettingsForm>
  )
}

/** What was entered; nothing for what is no field. */
function valueIn(form: FormData, [name, { type }]: [string, Property]): [string, unknown][] {
  if (type === 'button') return []
  if (type === 'boolean') return [[name, form.has(name)]]
  const entered = textIn(form, name)
  if (entered === '') return [[name, undefined]]
  return [[name, type === 'number' ? Number(entered) : entered]]
}

function faultsOf({ properties, required = [] }: Described, values: Record<string, unknown>) {
  const missing = required
    .filter((name) => properties[name] && properties[name].type !== 'button' && values[name] === undefined)
    .map((path) => ({ path, message: text.required }))
  const odd = Object.entries(values)
    .filter(([, value]) => Number.isNaN(value))
    .map(([path]) => ({ path, message: text.notANumber }))
  return [...missing, ...odd]
}

/** Below the address of what is configured, unless it is one of its own. */
const callbackOf = ({ endpoint }: Configured, callback: string): string =>
  /^https?:\/\//i.test(callback) ? callback : `${endpoint}/${callback.replace(/^\/+/, '')}`

interface InputProps {
  name: string
  property: Property
  value: unknown
  fault: string | undefined
  configured: Configured
}

function Input({ name, property, value, fault, configured }: InputProps) {
  const label = property.title ?? name
  const help = property.description ? { help: property.description } : {}
  if (property.type === 'button')
    return (
      <Connection
        label={label}
        description={property.description}
        button={property.button_text}
        url={callbackOf(configured, property.callback_url)}
        value={value}
        reread={configured.reread}
      />
    )
  if (property.type === 'boolean')
    return <CheckField label={label} name={name} isOn={Boolean(value ?? property.default)} {...help} />
  const shown = String(value ?? property.default ?? '')
  if (property.type === 'string' && property.enum)
    return (
      <SelectField
        label={label}
        name={name}
        value={shown}
        choices={[{ value: '', label: text.noChoice }, ...property.enum.map((one) => ({ value: one, label: one }))]}
        {...help}
      />
    )
  return <Field label={label} name={name} value={shown} error={fault} {...help} />
}
