// Helpers for tests to write and read pages.
import type { Answer } from './http.ts'
import type { Person, TestServer } from './server.ts'

/** A branch: the main content of a space, or a change request. */
export interface Pages {
  /** The API path of its content. */
  path: string
  write(...changes: object[]): Promise<Answer>
  /** Inserts a page and returns its id. */
  insert(title: string, fields?: object): Promise<string>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  markdown(page: string): Promise<string>
  /** Removes the title from Markdown. */
  text(page: string): Promise<string>
  revision(): Promise<string>
}

/** Removes the title from Markdown. */
export const belowTitle = (text: string): string => text.replace(/^# .*\n\n?/, '')

export const markdown = (text: string) => ({ document: { markdown: text } })

export function pagesAt({ http }: Person, path: string): Pages {
  const get: Pages['get'] = (rest, headers) => http.get(path + rest, headers)
  const write: Pages['write'] = (...changes) => http.post(`${path}?compat=false`, { changes })
  const readMarkdown: Pages['markdown'] = async (page) => (await get(`/page/${page}?format=markdown`)).body.markdown
  return {
    path,
    write,
    get,
    insert: async (title, fields) =>
      (await write({ operation: 'insert_page', title, ...fields })).body.changes[0].page.id,
    markdown: readMarkdown,
    text: async (page) => belowTitle(await readMarkdown(page)),
    revision: async () => (await get('')).body.id,
  }
}

/** The main content of a new, empty space. */
export async function newSpace({ admin, organization }: TestServer): Promise<Pages & { id: string }> {
  const { id } = (await admin.http.post(`/v1/orgs/${organization}/spaces`, {})).body
  return { id, ...pagesAt(admin, `/v1/spaces/${id}/content`) }
}

/** The content of a new change request. */
export async function newChangeRequest(
  { admin }: TestServer,
  space: string,
): Promise<Pages & { id: string; number: number }> {
  const { id, number } = (await admin.http.post(`/v1/spaces/${space}/change-requests`, {})).body
  return { id, number, ...pagesAt(admin, `/v1/spaces/${space}/change-requests/${id}/content`) }
}
