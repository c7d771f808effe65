// What only wikis write: `[[Page Name]]`, `[[words|Page Name]]`, `[[picture.png]]`, and full addresses of their own pages.

export interface Wiki {
  /** The address of the wiki, with a slash at its end. */
  wiki: string
  /** The files of its repository. */
  names: readonly string[]
}

/** The text with plain links; code stays as it is. */
export function fromWikiMarkup(text: string, wiki: Wiki): string {
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && mark === undefined) return outsideCode(line, wiki)
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    return line
  })
  return lines.join('\n')
}

const outsideCode = (line: string, wiki: Wiki): string =>
  line
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : withLinks(part, wiki)))
    .join('')

const withLinks = (text: string, { wiki, names }: Wiki): string =>
  text
    .replaceAll(/\[\[([^[\]|\n]{1,500})(?:\|([^[\]|\n]{1,500}))?\]\]/g, (_whole, first: string, second?: string) =>
      link(first.trim(), (second ?? first).trim(), names),
    )
    .replaceAll(`](${wiki}`, '](')

const PICTURE = /\.(png|jpe?g|gif|svg|webp)$/i

function link(label: string, target: string, names: readonly string[]): string {
  if (/^https?:\/\//.test(target)) return `[${label}](${target})`
  const [name = '', anchor] = target.split('#')
  if (PICTURE.test(name)) return `![](${encodeURI(name.replace(/^\//, ''))})`
  const wanted = plain(name)
  const file = names.find(
    (each) =>
      plain(
        each
          .split('/')
          .pop()!
          .replace(/\.\w+$/, ''),
      ) === wanted,
  )
  const path = encodeURI(file ?? name.replaceAll(' ', '-'))
  return `[${label}](${path}${anchor === undefined ? '' : `#${anchor}`})`
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, '-')
