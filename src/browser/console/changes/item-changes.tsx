// What changed in one page, reusable content or file: its title and settings, then its text.
import { words } from '../../words.ts'
import { useKept } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { DocumentChanges, type ShownComments } from './document-changes.tsx'
import { type Drawn, type Source, useDrawn } from './drawn.ts'
import type { Changed } from './semantic.ts'

const text = words.changes

interface Props extends Source {
  labels: [string, string]
  comments?: ShownComments | undefined
}

export function ItemChanges({ labels, comments, ...source }: Props) {
  const { item } = source
  const drawing = useKept(useDrawn(source))
  if (item.kind === 'file') return <FileChange item={item} />
  return (
    <Read of={drawing}>
      {(drawn) => (
        <>
          <Heading drawn={drawn} item={item} />
          <DocumentChanges drawn={drawn} source={source} labels={labels} comments={comments} />
        </>
      )}
    </Read>
  )
}

function Heading({ drawn: { before, after }, item }: { drawn: Drawn; item: Changed }) {
  return (
    <header class="prose heading">
      <h2>
        <Both before={before?.title} after={after?.title} />
      </h2>
      {(before?.description || after?.description) && (
        <p class="lead">
          <Both before={before?.description} after={after?.description} />
        </p>
      )}
      <Settings item={item} paths={[before?.path, after?.path]} />
    </header>
  )
}

/** A text that one version has or both have. */
function Both({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after || before === undefined) return <>{after || words.untitled}</>
  if (after === undefined) return <del>{before || words.untitled}</del>
  return (
    <>
      {before && <del>{before}</del>} {after && <ins>{after}</ins>}
    </>
  )
}

/** Shown as text, or drawn elsewhere. */
const SAID_ELSEWHERE = new Set(['title', 'description', 'document', 'slug', 'path'])

function Settings({ item: { attributes, parent }, paths }: { item: Changed; paths: [string?, string?] }) {
  const lines = Object.entries(attributes)
    .filter(([name]) => !SAID_ELSEWHERE.has(name))
    .map(([name, { before, after }]) => [text.attribute(name), said(before), said(after)] as const)
  if (parent) lines.unshift([text.within, parent.before?.title ?? text.top, parent.after?.title ?? text.top])
  if (paths[0] !== undefined && paths[1] !== undefined && paths[0] !== paths[1])
    lines.unshift([text.address, `/${paths[0]}`, `/${paths[1]}`])
  if (lines.length === 0) return null
  return (
    <dl class="settings-changed">
      {lines.map(([label, before, after]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before === after ? (
              text.changed
            ) : (
              <>
                {before && <del>{before}</del>} {after && <ins>{after}</ins>}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function said(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return typeof value === 'object' ? text.changed : String(value)
}

function FileChange({ item: { file, title, marks, attributes } }: { item: Changed }) {
  const isPicture = file?.contentType.startsWith('image/')
  const urls = attributes.downloadURL as { before?: string; after?: string } | undefined
  const before = marks.includes('deleted') ? file?.downloadURL : urls?.before
  const after = marks.includes('deleted') ? undefined : file?.downloadURL
  return (
    <div class="prose heading">
      <h2>{title}</h2>
      <div class="files">
        {[
          [text.before, before],
          [text.after, after],
        ].map(
          ([label, url]) =>
            url && (
              <figure key={label}>
                {isPicture && <img src={url} alt="" />}
                <figcaption>
                  {label}:{' '}
                  <a class="link" href={url}>
                    {title}
                  </a>
                </figcaption>
              </figure>
            ),
        )}
      </div>
    </div>
  )
}
