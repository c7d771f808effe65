// The fonts of books: `fonts.json` lists the files of each package. The build has copies of them.
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'
import fonts from './fonts.json' with { type: 'json' }

const BUILT = fileURLToPath(new URL('dist/print-fonts', PACKAGE_FOLDER))
const INSTALLED = fileURLToPath(new URL('node_modules', PACKAGE_FOLDER))

export const fontFiles = (): string[] =>
  Object.entries(fonts).flatMap(([name, files]) =>
    files.map((file) => (import.meta.url.endsWith('.ts') ? join(INSTALLED, name, file) : join(BUILT, basename(file)))),
  )
