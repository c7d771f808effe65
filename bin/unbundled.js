// Packages with binaries or with files of their own, and dictionaries that are loaded on first use: the dependencies of
// package.json. Those of the last line may be absent.
export const UNBUNDLED = [
  ...['@cwasm/webp', '@jsquash/*', '@myriaddreamin/typst-ts-node-compiler', '@resvg/resvg-js'],
  ...['limax', 'pinyin-pro'],
  ...['better-sqlite3', 'esbuild', 'pg-native', 'workerd'],
]

// The framework loads these for schemas of its own, of which there are none (`server/http.ts`).
export const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']
