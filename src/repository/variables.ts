// Reads and writes `.gitbook/vars.yaml`: the variables of the space.
import { Document, isMap, parseDocument } from 'yaml'
import { isEqual } from '../engine/objects.ts'
import { findYaml, isYaml } from '../lib/yaml.ts'
import { isRecord } from './model.ts'

type Variables = Record<string, string | number | boolean>

/** Reads the variables of a file; other values are ignored. */
export function readVariables(text: string | undefined): Variables {
  const value = text === undefined ? undefined : findYaml(text)
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([, each]) => isValue(each))) as Variables
}

const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/**
 * Returns the file with these variables; comments, order and other content stay. Undefined if there are no variables
 * and no file.
 */
export function writeVariables(text: string | undefined, variables: Variables): string | undefined {
  if (text === undefined && Object.keys(variables).length === 0) return undefined
  const old = readVariables(text)
  if (text !== undefined && isEqual(old, variables)) return text
  const document = documentOf(text ?? '')
  for (const name of Object.keys(old)) if (!Object.hasOwn(variables, name)) document.delete(name)
  for (const [name, value] of Object.entries(variables)) if (old[name] !== value) document.set(name, value)
  return document.toString({ lineWidth: 0 })
}

/** In characters. Parsing with comments is slow, so a longer file is rewritten without them. */
const MAX_COMMENTED = 32 * 1024

function documentOf(text: string): Document {
  if (text.length > MAX_COMMENTED) {
    const value = findYaml(text)
    return new Document(isRecord(value) ? value : {})
  }
  const document = isYaml(text) ? parseDocument(text, { uniqueKeys: false }) : new Document()
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) document.contents = null
  return document as Document
}
