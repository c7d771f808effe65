// Which Lectern this is.
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

export const VERSION = manifest.version

/** Set where releases are built, so that two builds of one version can be told apart. */
export const BUILD = process.env.LECTERN_BUILD ?? VERSION
