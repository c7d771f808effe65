// Log lines for people: the same entries as in JSON, one line each.
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' }
const OWN = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'method', 'path', 'status', 'ms'])

/** A destination of the logger that writes lines for people. */
export const linesTo = (output: { write(text: string): unknown }) => ({
  write: (json: string): void => void output.write(lineOf(json)),
})

export function lineOf(json: string): string {
  const entry = JSON.parse(json)
  const { level, time, msg, err, method, path, status, ms } = entry
  const request = method === undefined ? [] : [method, path, status, `${Math.round(ms)} ms`]
  const rest = Object.entries(entry)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const words = [new Date(time).toISOString(), (LEVELS[level] ?? String(level)).padEnd(5), ...request, msg, ...rest]
  const line = words.filter((word) => word !== undefined).join(' ')
  return err ? `${line}\n  ${(err.stack ?? err.message ?? '').replaceAll('\n', '\n  ')}\n` : `${line}\n`
}
