// A request for curl.
import { pairsOf, type SampleRequest, textOf } from './request.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export function curl({ method, url, headers, body }: SampleRequest): string {
  const lines = [`curl ${method === 'GET' ? '' : `--request ${method} `}--url ${quoted(url)}`]
  for (const [name, value] of headers) lines.push(`--header ${quoted(`${name}: ${value}`)}`)
  if (body?.kind === 'json') lines.push(`--data ${quoted(JSON.stringify(body.value, null, 2))}`)
  if (body?.kind === 'text') lines.push(`--data ${quoted(textOf(body.value))}`)
  for (const [name, value] of pairsOf(body)) {
    const isFile = value === 'file'
    lines.push(
      body?.kind === 'parts'
        ? `--form ${quoted(`${name}=${isFile ? '@' : ''}${value}`)}`
        : `--data-urlencode ${quoted(`${name}=${value}`)}`,
    )
  }
  return lines.join(' \\\n  ')
}
