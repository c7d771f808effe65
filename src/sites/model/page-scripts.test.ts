import { expect, test } from 'vitest'
import { withScripts } from './page-scripts.ts'

const POLICY = "default-src 'none'; script-src https://docs.example/~lectern/; style-src 'self' 'sha256-x'"

const scriptWith = (policy?: string) => ({ src: 'https://one.example/script.js?version=1', policy, setsCookies: false })

test('a page without scripts keeps its policy', () => {
  expect(withScripts(POLICY, [])).toBe(POLICY)
})

test('scripts may run, and load what their integration names', () => {
  const policy =
    'connect-src https://api.example *.stats.example:443; Script-Src-Elem https://cdn.example/a/; media-src m.example'
  expect(withScripts(POLICY, [scriptWith(policy), scriptWith()])).toBe(
    [
      "default-src 'none'",
      'script-src https://docs.example/~lectern/ https://one.example/script.js https://cdn.example/a/',
      "style-src 'self' 'sha256-x'",
      'connect-src https://api.example *.stats.example:443',
      'media-src m.example',
    ].join('; '),
  )
})

test('nothing is permitted that weakens the policy of the page', () => {
  const policy = [
    "script-src 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' 'nonce-a' data: blob: * https:",
    "style-src 'unsafe-inline'",
    'default-src *; base-uri *; form-action *; frame-ancestors *; object-src *; sandbox; report-uri https://a.example',
  ].join(';')
  expect(withScripts(POLICY, [scriptWith(policy)])).toBe(withScripts(POLICY, [scriptWith()]))
})
