// Packages with binaries or with files of their own, and dictionaries that are loaded on first use: the dependencies of
// package.json. Those of the last line may be absent.
export const UNBUNDLED = [
  ...['@cwasm/webp', '@jsquash/*', '@myriaddreamin/typst-ts-node-compiler', '@resvg/resvg-js'],
  ...['limax', 'pinyin-pro'],
  ...['better-sqlite3', 'esbuild', 'pg-native', 'workerd'],
]
