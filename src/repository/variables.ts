// `.gitbook/vars.yaml`: the variables of the space.
import { isMap, parse, parseDocument } from 'yaml'
import { isEqual } from '../engine/objects.ts'
import { isRecord } from './model.ts'

type Variables = Record<string, string | number | boolean>

/** The variables a file sets. What is no variable is left to the file. */
export function readVariables(text: string | undefined): Variables {
  const value = text === undefined ? undefined : parsed(text)
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([, each]) => isValue(each))) as Variables
}

function parsed(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch {
    return undefined
  }
}

const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** The file with these variables: comments, order and whatever is no variable stay. Undefined: there is nothing to say. */
export function writeVariables(text: string | undefined, variables: Variables): string | undefined {
  if (text === undefined && Object.keys(variables).length === 0) return undefined
  const old = readVariables(text)
  if (text !== undefined && isEqual(old, variables)) return text
  const document = parseDocument(text ?? '')
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) document.contents = null
  for (const name of Object.keys(old)) if (!Object.hasOwn(variables, name)) document.delete(name)
  for (const [name, value] of Object.entries(variables)) if (old[name] !== value) document.set(name, value)
  return document.toString({ lineWidth: 0 })
}
