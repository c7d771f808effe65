// Where the package is: its manifest and its assets lie beside the code, whether that runs from the sources or bundled.
import { existsSync } from 'node:fs'

export const PACKAGE_FOLDER = findUp(new URL('.', import.meta.url))

function findUp(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findUp(new URL('..', folder))
}
