// Samples of code that call an operation: those of its author, and those in three languages that we write.
import { codeOf, type Fields, fieldsOf, listOf, textOf } from '../values.ts'
import { curl } from './curl.ts'
import { javascript } from './javascript.ts'
import { python } from './python.ts'
import { requestOf, type Sampled } from './request.ts'

export interface ShownSample {
  title: string
  /** The language that its code is highlighted as. */
  syntax: string
  code: string
}

const OURS = [
  { title: 'cURL', syntax: 'bash', names: ['curl', 'shell', 'bash', 'sh'], write: curl },
  { title: 'JavaScript', syntax: 'javascript', names: ['javascript', 'js', 'node', 'nodejs'], write: javascript },
  { title: 'Python', syntax: 'python', names: ['python', 'py', 'python3'], write: python },
] as const

const MAX_SAMPLES = 20
const MAX_CODE = 20_000

/** `places` are the operation and the specification: the first that says something counts. */
export function samplesOf(sampled: Sampled & { isWebhook: boolean }, places: readonly Fields[]): ShownSample[] {
  const given = places.map((place) => place['x-codeSamples'] ?? place['x-code-samples'] ?? place['x-custom-examples'])
  const said = given.find((each) => each !== undefined)
  if (said === false) return []
  const own = listOf(said)
    .slice(0, MAX_SAMPLES)
    .flatMap((each) => sampleOf(fieldsOf(each)))
  if (sampled.isWebhook) return own
  const request = requestOf(sampled)
  const known = new Set(own.map(({ syntax }) => syntax.toLowerCase()))
  const ours = OURS.filter(({ names }) => !names.some((name) => known.has(name)))
  const written = ours.map(({ title, syntax, write }) => ({ title, syntax, code: codeOf(write(request)) }))
  return [...own, ...written.filter(({ code }) => code.length <= MAX_CODE)]
}

function sampleOf({ lang, label, source }: Fields): ShownSample[] {
  const code = textOf(source, MAX_CODE)
  const language = textOf(lang, 40)
  if (code === undefined) return []
  return [
    { title: textOf(label, 60) ?? language ?? 'Code', syntax: language?.toLowerCase() ?? 'text', code: codeOf(code) },
  ]
}
