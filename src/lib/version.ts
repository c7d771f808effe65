// The version of Lectern.
import { readFileSync } from 'node:fs'
import { PACKAGE_FOLDER } from './package-folder.ts'

const manifest = JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')) as { version: string }

export const VERSION = manifest.version

/** Set by release builds, to distinguish builds of the same version. */
export const BUILD = process.env.LECTERN_BUILD ?? VERSION
