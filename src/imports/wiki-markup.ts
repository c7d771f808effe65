// Converts wiki markup: `[[Page Name]]`, `[[words|Page Name]]`, `[[picture.png]]`, and absolute URLs of wiki pages.

export interface Wiki {
  /** The URL of the wiki, with a trailing slash. */
  wiki: string
  /** The files of its repository. */
  names: readonly string[]
}

interface Place extends Pick<Wiki, 'wiki'> {
  /** Files by normalized name. */
  files: ReadonlyMap<string, string>
}

/** Returns the text with Markdown links; code is unchanged. */
export function fromWikiMarkup(text: string, { wiki, names }: Wiki): string {
  // The first file of a name wins.
  const files = new Map(names.toReversed().map((name) => [plainName(name), name]))
  const place: Place = { wiki, files }
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && mark === undefined) return outsideCode(line, place)
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    return line
  })
  return lines.join('\n')
}

const outsideCode = (line: string, place: Place): string =>
  line
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : withLinks(part, place)))
    .join('')

const withLinks = (text: string, { wiki, files }: Place): string =>
  text
    .replaceAll(/\[\[([^[\]|\n]{1,500})(?:\|([^[\]|\n]{1,500}))?\]\]/g, (_whole, first: string, second?: string) =>
      link(first.trim(), (second ?? first).trim(), files),
    )
    .replaceAll(`](${wiki}`, '](')

const PICTURE = /\.(png|jpe?g|gif|svg|webp)$/i

function link(label: string, target: string, files: Place['files']): string {
  if (/^https?:\/\//.test(target)) return `[${label}](${target})`
  const [name = '', anchor] = target.split('#')
  if (PICTURE.test(name)) return `![](${encodeURI(name.replace(/^\//, ''))})`
  const file = files.get(plain(name))
  const path = encodeURI(file ?? name.replaceAll(' ', '-'))
  return `[${label}](${path}${anchor === undefined ? '' : `#${anchor}`})`
}

const plainName = (path: string) =>
  plain(
    path
      .split('/')
      .pop()!
      .replace(/\.\w+$/, ''),
  )

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, '-')
