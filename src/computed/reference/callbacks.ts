// Callbacks: requests that the API sends to an address that the caller gave it.
import { METHODS, type Method } from '../outline.ts'
import { bodyOf, type Showing, type ShownBody } from './contents.ts'
import { resolved } from './library.ts'
import { responsesOf, type ShownResponse } from './responses.ts'
import { type Fields, fieldsOf, isFields, textOf } from './values.ts'

export interface ShownCallback {
  name: string
  method: Method
  /** An expression that says where the address is found. */
  path: string
  title?: string
  description?: string
  isDeprecated: boolean
  body?: ShownBody
  responses: ShownResponse[]
}

const MAX_CALLBACKS = 20

export function callbacksOf(operation: Fields, root: Fields, showing: Showing): ShownCallback[] {
  const found: ShownCallback[] = []
  for (const [name, value] of Object.entries(fieldsOf(operation.callbacks)))
    for (const [path, item] of Object.entries(resolved(value, showing.library).fields)) {
      const { fields } = resolved(item, showing.library)
      for (const method of METHODS) {
        const request = fields[method]
        if (!isFields(request) || found.length >= MAX_CALLBACKS) continue
        found.push({ name: name.slice(0, 200), path: path.slice(0, 500), method, ...partsOf(request, root, showing) })
      }
    }
  return found
}

function partsOf(request: Fields, root: Fields, showing: Showing) {
  const [title, description] = [textOf(request.summary, 200), textOf(request.description)]
  const body = bodyOf(request.requestBody, showing)
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    isDeprecated: request.deprecated === true,
    ...(body && { body }),
    responses: responsesOf(request, root, showing),
  }
}
