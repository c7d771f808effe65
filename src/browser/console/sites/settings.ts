// Settings in layers: what one layer chose stands over what it inherits. A setting is named by its path.

export interface Settings {
  [name: string]: unknown
}

const stepsOf = (path: string): string[] => path.split('.')

export const settingAt = (settings: Settings, path: string): unknown =>
  stepsOf(path).reduce<unknown>((inner, step) => (inner as Settings | undefined)?.[step], settings)

/** With another value at the path; undefined leaves the setting to the layer below. */
export function withSetting(settings: Settings, path: string, value: unknown): Settings {
  const [first, ...rest] = stepsOf(path) as [string, ...string[]]
  const { [first]: before, ...others } = settings
  if (rest.length === 0) return value === undefined ? others : { ...others, [first]: value }
  const inner = withSetting((before ?? {}) as Settings, rest.join('.'), value)
  return Object.keys(inner).length === 0 ? others : { ...others, [first]: inner }
}

/** What changes one set of choices into another, for a request in which null removes a choice. */
export function differences(before: Settings, after: Settings, paths: readonly string[]): Settings {
  return paths.reduce((changes, path) => {
    const [old, now] = [settingAt(before, path), settingAt(after, path)]
    if (JSON.stringify(old) === JSON.stringify(now)) return changes
    return withSetting(changes, path, now ?? null)
  }, {} as Settings)
}
