// Validates the configuration of an installation against the manifest. Values of the wrong type are rejected; missing
// ones leave the installation pending.
import type { Static } from 'typebox'
import type { InstallationStatus, Row } from '../../db/tables.ts'
import { ApiError, type Issue } from '../../errors.ts'
import type { Configuration as Definition } from '../../shapes/integrations.ts'
import { manifestOf } from '../integrations/index.ts'

export type Level = 'account' | 'space' | 'site'
export type Configuration = Record<string, unknown>

export interface Configured {
  configuration: Configuration
  status: Extract<InstallationStatus, 'active' | 'pending'>
}

type Schema = Extract<Static<typeof Definition>, { properties: unknown }>
type Property = Schema['properties'][string]

/** The schema of that level; undefined if a component of the integration handles configuration, or if there is none. */
function schemaOf(integration: Pick<Row<'integrations'>, 'manifest'>, level: Level): Schema | undefined {
  const definition = manifestOf(integration).configurations?.[level]
  return definition && 'properties' in definition ? definition : undefined
}

const MAX_CHARACTERS = 100_000

/** Fills in defaults and reports whether the configuration is complete. Throws for invalid values. */
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

/** Whether a configuration is still complete and valid for this version. */
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

/** A button stores any value. */
function wrongWith(property: Property, value: unknown): string | undefined {
  if (property.type === 'button') return undefined
  if (typeof value !== property.type) return `must be ${property.type}`
  if (property.type !== 'string' || !property.enum || property.enum.includes(value as string)) return undefined
  return `must be one of ${property.enum.join(', ')}`
}

const tooLarge = (configuration: Configuration): Issue[] =>
  JSON.stringify(configuration).length > MAX_CHARACTERS
    ? [{ path: 'configuration', message: `must not be longer than ${MAX_CHARACTERS} characters as JSON` }]
    : []
