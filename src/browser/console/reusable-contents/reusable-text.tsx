// A reusable content as its readers get it: drawn by the server, as a comparison of a revision with itself.
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'

interface Props {
  space: string
  revision: string
  id: string
  title: string
}

export function ReusableText({ space, revision, id, title }: Props) {
  const reading = useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/changes',
    { spaceId: space, revisionId: revision, reusableContentId: id, query: { from: revision } },
  ).value
  return (
    <article>
      <header class="heading">
        <h1>{title}</h1>
      </header>
      <Read of={reading}>
        {({ parts }) => (
          // The server's renderer escapes every value.
          <div class="prose" dangerouslySetInnerHTML={{ __html: parts.map(({ html }) => html).join('') }} />
        )}
      </Read>
    </article>
  )
}
