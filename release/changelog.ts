// CHANGELOG.md in the format of Keep a Changelog: its sections, and what a release does to it. Pure.

const UNRELEASED = '## [Unreleased]'

/** The text below a heading of the second level, up to the next; undefined when it is not there. */
export function sectionOf(changelog: string, heading: string): string | undefined {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `))
  if (start === -1) return undefined
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  return lines
    .slice(start + 1, end === -1 ? undefined : end)
    .join('\n')
    .trim()
}

export const unreleased = (changelog: string): string => sectionOf(changelog, UNRELEASED) ?? ''

/** The lines of one kind (`Breaking`, `Added` …) of a section. */
export function linesOf(section: string, kind: string): string {
  const parts = section.split(/^### /m).slice(1)
  return parts.find((part) => part.split('\n')[0]!.trim() === kind) ?? ''
}

/** What was not released becomes the section of the version; an empty one takes its place. */
export function releaseIn(changelog: string, version: string, date: string): string {
  if (sectionOf(changelog, `## [${version}]`) !== undefined) throw new Error(`CHANGELOG.md has ${version} already.`)
  if (unreleased(changelog) === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## [${version}] - ${date}\n`)
}
