// Limits on repositories. Only the newest commit is fetched, so these are sizes of its content.
const MIB = 1024 * 1024

export const LIMITS = {
  /** The list of refs, as received. */
  refs: 8 * MIB,
  /** All objects, as received and unpacked. */
  pack: 256 * MIB,
  unpacked: 512 * MIB,
  /** One unpacked object. */
  object: 50 * MIB,
  objects: 150_000,
  files: 50_000,
  folders: 50_000,
  /** The nesting depth of folders. */
  depth: 100,
  /** The length of a chain of deltas. */
  deltas: 250,
  /** The compression ratio; text and pictures stay below it. Small repositories are exempt. */
  ratio: 200,
  small: 50 * MIB,
}

export const inMib = (bytes: number): string => `${bytes / MIB} MiB`
