// A request in JavaScript, with fetch.
import { pairsOf, type SampleRequest, textOf } from './request.ts'

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

const objectOf = (pairs: readonly [string, string][]): string =>
  `{\n${pairs.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join('')}}`

export function javascript({ method, url, headers, body }: SampleRequest): string {
  const before = body?.kind === 'parts' ? `const form = new FormData();\n${pairsOf(body).map(appended).join('')}\n` : ''
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: ${objectOf(headers)},`]),
    ...(body ? [`body: ${bodyOf(body)},`] : []),
  ]
  const second = options.length === 0 ? '' : `, {\n  ${options.map(indented).join('\n  ')}\n}`
  const isRead = method !== 'HEAD'
  return `${before}const response = await fetch(${JSON.stringify(url)}${second});\n${isRead ? 'const data = await response.json();' : 'console.log(response.status);'}`
}

const appended = ([name, value]: [string, string]): string =>
  `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`

function bodyOf(body: NonNullable<SampleRequest['body']>): string {
  if (body.kind === 'json') return `JSON.stringify(${JSON.stringify(body.value, null, 2)})`
  if (body.kind === 'form') return `new URLSearchParams(${objectOf(pairsOf(body))})`
  return body.kind === 'parts' ? 'form' : JSON.stringify(textOf(body.value))
}
