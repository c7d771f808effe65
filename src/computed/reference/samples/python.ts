// A request in Python, with requests.
import { isFields } from '../values.ts'
import { pairsOf, type SampleRequest, textOf } from './request.ts'

/** A value as a Python literal: of JSON, only three words differ. */
function literal(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  const deeper = `${indent}    `
  if (Array.isArray(value))
    return wrapped(
      '[',
      value.map((each) => literal(each, deeper)),
      ']',
      indent,
    )
  if (!isFields(value)) return JSON.stringify(value)
  const pairs = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${literal(each, deeper)}`)
  return wrapped('{', pairs, '}', indent)
}

const wrapped = (open: string, parts: readonly string[], close: string, indent: string): string =>
  parts.length === 0
    ? open + close
    : `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`

export function python({ method, url, headers, body }: SampleRequest): string {
  const given = [
    JSON.stringify(url),
    ...(headers.length === 0 ? [] : [`headers=${literal(Object.fromEntries(headers), '    ')}`]),
    ...(body ? [bodyOf(body)] : []),
  ]
  const name = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method)
    ? method.toLowerCase()
    : undefined
  const call = name === undefined ? [`request(`, JSON.stringify(method)] : [`${name}(`]
  const all = [...call.slice(1), ...given].map((each) => `    ${each},\n`).join('')
  return `import requests\n\nresponse = requests.${call[0]}\n${all})\n${method === 'HEAD' ? 'print(response.status_code)' : 'data = response.json()'}`
}

function bodyOf(body: NonNullable<SampleRequest['body']>): string {
  if (body.kind === 'json') return `json=${literal(body.value, '    ')}`
  if (body.kind === 'text') return `data=${JSON.stringify(textOf(body.value))}`
  const fields = literal(Object.fromEntries(pairsOf(body)), '    ')
  return `${body.kind === 'parts' ? 'files' : 'data'}=${fields}`
}
