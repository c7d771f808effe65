// Finds the package folder, which contains the manifest and the assets, from the sources or from the build.
import { existsSync } from 'node:fs'

export const PACKAGE_FOLDER = findUp(new URL('.', import.meta.url))

function findUp(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findUp(new URL('..', folder))
}
