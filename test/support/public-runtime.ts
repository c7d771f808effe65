// Bundles integrations with the public runtime and its components, as the public command line does.
import { build } from 'esbuild'

/** Bundles `source`, which may use JSX. */
export async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'tsx' },
    bundle: true,
    format: 'esm',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: '@gitbook/runtime',
    write: false,
    define: { MODE: '"production"' },
    external: ['node:*', 'cloudflare:*'],
  })
  return outputFiles[0]!.text
}
