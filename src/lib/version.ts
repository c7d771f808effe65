// The version of Lectern, and of what it can run with.
import { readFileSync } from 'node:fs'
import { PACKAGE_FOLDER } from './package-folder.ts'

const manifest = JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')) as {
  version: string
  peerDependencies: { workerd: string }
}

export const VERSION = manifest.version

/** The version of the runtime of integrations. */
export const WORKERD = manifest.peerDependencies.workerd

/** Set by release builds, to distinguish builds of the same version. */
export const BUILD = process.env.LECTERN_BUILD ?? VERSION
