// The compilers of the framework, for the shapes of operations. The libraries are large and most operations are never called, so
// both wait for the first call.
import type { FastifyServerOptions } from 'fastify'
import { loadedOnce } from '../lib/later.ts'
import type { compileSerializer } from './serialization.ts'
import type { compileValidator } from './validation.ts'

interface Loaded {
  compileValidator: typeof compileValidator
  compileSerializer: typeof compileSerializer
}

let loaded: Loaded | undefined

/** Has to be awaited before anything is validated. */
export const loadCompilers = loadedOnce(async () => {
  loaded = { ...(await import('./validation.ts')), ...(await import('./serialization.ts')) }
})

const onFirstCall =
  <Route, Value, Result>(compile: (loaded: Loaded, route: Route) => (value: Value) => Result) =>
  (route: Route) => {
    let compiled: ((value: Value) => Result) | undefined
    return (value: Value) => {
      compiled ??= compile(loaded!, route)
      return compiled(value)
    }
  }

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

export const COMPILERS = {
  buildValidator: () => onFirstCall((loaded, route: never) => loaded.compileValidator(route)),
  buildSerializer: () => onFirstCall((loaded, route: never) => loaded.compileSerializer(route)),
} as unknown as Compilers
