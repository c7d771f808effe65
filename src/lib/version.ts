// Which Lectern this is.
import { readFileSync } from 'node:fs'
import { PACKAGE_FOLDER } from './package-folder.ts'

const manifest = JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')) as { version: string }

export const VERSION = manifest.version

/** Set where releases are built, so that two builds of one version can be told apart. */
export const BUILD = process.env.LECTERN_BUILD ?? VERSION
