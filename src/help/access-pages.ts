// `ACCESS.md` is one generated table for each kind of object, too large for one page. Here it becomes a page with the
// explanation, and below it one page for each table.
import { slugify } from '../engine/slug.ts'
import { bytesSource, type Source } from '../resources/git/index.ts'

const DOCUMENT = 'ACCESS.md'
const CONTENTS = 'SUMMARY.md'
export const ACCESS_FOLDER = 'access/'

/** The same files, with these pages at the end of the table of contents. */
export async function withAccessPages(source: Source): Promise<Source> {
  const text = async (path: string) => Buffer.from(await source.read(path)).toString('utf8')
  const [introduction = '', ...sections] = (await text(DOCUMENT)).split(/^## /m)
  const tables = sections.map((section) => {
    const [title = ''] = section.split('\n', 1)
    return { title, path: `${ACCESS_FOLDER}${slugify(title)}.md`, text: section.slice(title.length) }
  })
  const first = `${ACCESS_FOLDER}README.md`
  const listed = tables.map(({ title, path }) => `  * [${title}](${path})`)
  const contents = `${(await text(CONTENTS)).trimEnd()}\n* [Who may do what](${first})\n${listed.join('\n')}\n`
  const made = new Map([
    [CONTENTS, contents],
    [first, page('Every operation of the API, and who may call it.', introduction)],
    ...tables.map(({ title, path, text }): [string, string] => [
      path,
      page('Who may call each of these operations.', `# ${title}\n${text}`),
    ]),
  ])
  const own = bytesSource(new Map([...made].map(([path, written]) => [path, Buffer.from(written)])))
  const files = new Map([...source.files, ...own.files])
  files.delete(DOCUMENT)
  return { files, read: (path) => (made.has(path) ? own.read(path) : source.read(path)) }
}

const page = (description: string, text: string): string =>
  `---\ndescription: ${JSON.stringify(description)}\n---\n\n${text}`
