const UNITS = ['bytes', 'kB', 'MB', 'GB']

/** The size of a file for readers: `1.4 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), 3)
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`
}
