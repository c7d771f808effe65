// Reads the form of an operation: the address, the headers and the body of the request that the reader wants.
import { carried, type SecurityScheme } from '../../../computed/reference/security.ts'
import { addressOf, type ShownServer } from '../../../computed/reference/servers.ts'

export interface Operation {
  spec: string
  method: string
  path: string
  sending: 'auto' | 'direct' | 'proxy'
  servers: ShownServer[]
}

export interface Wanted {
  server: number
  variables: Record<string, string>
  /** Undefined if the values of variables are not allowed. */
  address: URL | undefined
  target: string
  headers: [string, string][]
  body: string | undefined
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const all = (form: HTMLFormElement, selector: string): Control[] => [...form.querySelectorAll<Control>(selector)]

export const serverIn = (form: HTMLFormElement): number =>
  Number(form.querySelector<HTMLSelectElement>('[data-server]')?.value ?? 0)

export async function readForm(form: HTMLFormElement, { path, servers }: Operation): Promise<Wanted> {
  const server = serverIn(form)
  const variables = Object.fromEntries(
    all(form, `[data-variable][data-of="${server}"]`).map((each) => [each.dataset.variable!, each.value.trim()]),
  )
  const headers: [string, string][] = []
  const query: string[] = []
  const cookies: string[] = []
  let filled = path
  const put = (place: string, name: string, value: string) => {
    if (place === 'header') headers.push([name, value])
    if (place === 'query') query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    if (place === 'cookie') cookies.push(`${name}=${encodeURIComponent(value)}`)
    if (place === 'path') filled = filled.replaceAll(`{${name}}`, encodeURIComponent(value))
  }
  for (const control of all(form, '[data-parameter]')) {
    const { parameter, in: place, list } = control.dataset
    if (control.value === '') continue
    const values = list === 'exploded' ? control.value.split(/\s*,\s*/) : [control.value]
    for (const value of values) put(place!, parameter!, value)
  }
  for (const { in: place, name, value } of secretsIn(form)) put(place, name, value)
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
  const sent = await bodyOf(form)
  if (sent) headers.push(['Content-Type', sent.type])
  const target = filled + (query.length > 0 ? `?${query.join('&')}` : '')
  return { server, variables, address: addressOf(servers[server]!, variables), target, headers, body: sent?.text }
}

function secretsIn(form: HTMLFormElement) {
  return all(form, '[data-secret]').flatMap((control) => {
    const { secret: kind, place, field, prefix } = control.dataset
    const user = form.querySelector<HTMLInputElement>('[data-user]')?.value ?? ''
    if (control.value === '' && (kind !== 'basic' || user === '')) return []
    const value = kind === 'basic' ? base64(`${user}:${control.value}`) : control.value
    const scheme = { kind, in: place, field, ...(prefix !== undefined && { prefix }) } as unknown as SecurityScheme
    return carried(scheme, value) ?? []
  })
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** Forms are written as JSON, and sent as forms. */
async function bodyOf(form: HTMLFormElement): Promise<{ type: string; text: string } | undefined> {
  const text = form.querySelector<HTMLTextAreaElement>('[data-body]')?.value ?? ''
  const type = form.querySelector<HTMLInputElement>('[data-type]')?.value ?? ''
  if (text.trim() === '' || type === '') return undefined
  const fields = /x-www-form-urlencoded|^multipart\//i.test(type) ? fieldsOf(text) : undefined
  if (!fields) return { type: type === '*/*' ? 'application/json' : type, text }
  if (!/^multipart\//i.test(type)) return { type, text: new URLSearchParams(fields).toString() }
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const made = new Response(data)
  return { type: made.headers.get('content-type')!, text: await made.text() }
}

function fieldsOf(text: string): [string, string][] | undefined {
  try {
    const value = JSON.parse(text) as Record<string, unknown>
    return Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)])
  } catch {
    return undefined
  }
}
