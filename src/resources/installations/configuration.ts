// What an installation is configured with, held against what the integration asks for. What is of the wrong kind is
// refused; what is missing is not: the installation waits for it.
import type { Static } from 'typebox'
import type { InstallationStatus, Row } from '../../db/tables.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { manifestOf } from '../integrations/queries.ts'
import type { Configuration as Definition } from '../integrations/schemas.ts'

export type Level = 'account' | 'space' | 'site'
export type Configuration = Record<string, unknown>

export interface Configured {
  configuration: Configuration
  status: Extract<InstallationStatus, 'active' | 'pending'>
}

type Schema = Extract<Static<typeof Definition>, { properties: unknown }>
type Property = Schema['properties'][string]

/** What the integration asks for on that level; undefined where it leaves all to a component of its own, or asks nothing. */
function schemaOf(integration: Pick<Row<'integrations'>, 'manifest'>, level: Level): Schema | undefined {
  const definition = manifestOf(integration).configurations?.[level]
  return definition && 'properties' in definition ? definition : undefined
}

const LARGEST = 100_000

/** The configuration with defaults filled in, and whether anything is missing; throws for values of the wrong kind. */
export function configure(
  integration: Pick<Row<'integrations'>, 'manifest'>,
  level: Level,
  given: Configuration,
): Configured {
  const schema = schemaOf(integration, level)
  const configuration = withDefaults(schema, given)
  const issues = [...tooLarge(configuration), ...(schema ? issuesIn(schema, configuration) : [])]
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return { configuration, status: isComplete(schema, configuration) ? 'active' : 'pending' }
}

/** Whether a configuration that was made for another version still does. */
export function statusOf(
  integration: Pick<Row<'integrations'>, 'manifest'>,
  level: Level,
  configuration: Configuration,
): Configured['status'] {
  const schema = schemaOf(integration, level)
  const filled = withDefaults(schema, configuration)
  return isComplete(schema, filled) && (!schema || issuesIn(schema, filled).length === 0) ? 'active' : 'pending'
}

function withDefaults(schema: Schema | undefined, given: Configuration): Configuration {
  const defaults = Object.entries(schema?.properties ?? {}).flatMap(([name, property]) =>
    'default' in property && property.default !== undefined ? [[name, property.default] as const] : [],
  )
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries([...defaults, ...present])
}

const isComplete = (schema: Schema | undefined, configuration: Configuration): boolean =>
  (schema?.required ?? []).every((name) => Object.hasOwn(configuration, name) && configuration[name] !== '')

const issuesIn = ({ properties }: Schema, configuration: Configuration): Issue[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const message = Object.hasOwn(configuration, name) ? wrongWith(property, configuration[name]) : undefined
    return message === undefined ? [] : [{ path: `configuration.${name}`, message }]
  })

/** A button stores whatever the integration got when it was pressed. */
function wrongWith(property: Property, value: unknown): string | undefined {
  if (property.type === 'button') return undefined
  if (typeof value !== property.type) return `must be ${property.type}`
  if (property.type !== 'string' || !property.enum || property.enum.includes(value as string)) return undefined
  return `must be one of ${property.enum.join(', ')}`
}

const tooLarge = (configuration: Configuration): Issue[] =>
  JSON.stringify(configuration).length > LARGEST
    ? [{ path: 'configuration', message: `must not be longer than ${LARGEST} characters as JSON` }]
    : []
