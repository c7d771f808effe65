// What the package brings: nothing that its build already contains, and everything that the build does not.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { UNBUNDLED } = (await import('../bin/unbundled.js' as string)) as { UNBUNDLED: string[] }

/** Looked for, and never installed: a bundler of the clone, and a driver that nobody needs. */
const NEVER = ['esbuild', 'pg-native']

test('the dependencies are the packages that are not bundled', () => {
  const installed = [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
    ...Object.keys(manifest.peerDependencies),
  ]
  const family = (name: string) => name.replace(/^(@jsquash)\/.*/, '$1/*')
  expect([...new Set(installed.map(family))].sort()).toEqual(UNBUNDLED.filter((name) => !NEVER.includes(name)).sort())
})

test('a peer that may be absent has the version that the tests use', () => {
  expect(manifest.peerDependenciesMeta).toEqual({ workerd: { optional: true } })
  expect(manifest.peerDependencies.workerd).toBe(manifest.devDependencies.workerd)
})

test('versions are exact', () => {
  const all = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies }
  expect(Object.entries(all).filter(([, version]) => !/^\d[\w.-]*$/.test(String(version)))).toEqual([])
})
