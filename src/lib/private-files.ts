// Files and folders that only the user of this process may access.
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'

const FILE = 0o600
const FOLDER = 0o700

/** Creates the file if needed and restricts its mode. */
export function ensurePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', FILE))
  restrictMode(file, FILE)
}

/** Creates the folder if needed and restricts its mode. */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER })
  restrictMode(folder, FOLDER)
}

/** Removes permissions beyond `mode` from an existing path. Paths of other users are left unchanged. */
export function restrictMode(path: string, mode = FILE): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.uid !== process.getuid?.() || (found.mode & 0o777 & ~mode) === 0) return
  chmodSync(path, found.mode & mode)
}
