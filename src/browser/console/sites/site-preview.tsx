// The site, drawn by the server with settings that are not saved yet: a preview of its own, which ends with this page.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { siteWords } from '../../words-sites.ts'
import { CallError, call } from '../api/client.ts'
import type { Settings } from './settings.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.customization.preview
const PREVIEWS = '/orgs/:organizationId/sites/:siteId/previews'
/** After the last change. */
const PAUSE = 500
const LIFETIME = 3_600_000

interface Props {
  at: Located['at']
  customization: Settings
  /** The space on the site that these settings are for, and where it is; the whole site if it is absent. */
  siteSpace?: { id: string; url: string | undefined } | undefined
  /** Changes when something was saved. */
  version: string
}

export function SitePreview({ at, customization, siteSpace, version }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [address, setAddress] = useState<string | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const [size, setSize] = useState<'desktop' | 'phone'>('desktop')
  /** The previews that were made and not ended, the shown one last. */
  const made = useRef<string[]>([])
  const end = (ids: string[]) => {
    made.current = made.current.filter((id) => !ids.includes(id))
    for (const sitePreviewId of ids)
      void call(`DELETE ${PREVIEWS}/:sitePreviewId`, { ...at, sitePreviewId }, { keepalive: true }).catch(() => {})
  }
  useEffect(() => {
    let isLeft = false
    const make = async () => {
      try {
        const expiresAt = new Date(Date.now() + LIFETIME).toISOString()
        const body = { expiresAt, customization, ...(siteSpace && { siteSpace: siteSpace.id }) }
        const { id, urls } = await call(`POST ${PREVIEWS}`, { ...at, body })
        if (isLeft) return end([id])
        made.current.push(id)
        setError(undefined)
        setAddress(stayingAt(urls.preview!, siteSpace?.url, frame.current))
      } catch (failure) {
        if (!isLeft) setError(reasonOf(failure))
      }
    }
    const timer = setTimeout(() => void make(), PAUSE)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [at.siteId, siteSpace?.id, JSON.stringify(customization), version])
  useEffect(() => () => end(made.current), [at.siteId])
  // The former ones end only now: until then, the frame was still reading one of them.
  const loaded = () => end(made.current.slice(0, -1))
  return (
    <section class="site-preview" aria-label={text.title}>
      <div class="row">
        <fieldset class="seg" aria-label={text.size}>
          {(['desktop', 'phone'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={size === name} onClick={() => setSize(name)}>
              {text.sizes[name]}
            </button>
          ))}
        </fieldset>
        <span class="small faint">{text.lead}</span>
      </div>
      {error && (
        <p class="bad row" role="alert">
          <Icon name="warn" />
          {error}
        </p>
      )}
      {address && <iframe ref={frame} class={size} src={address} title={text.title} onLoad={loaded} />}
    </section>
  )
}

/** The same page of the site as before, where the browser lets us know which one it is. */
function stayingAt(preview: string, start: string | undefined, frame: HTMLIFrameElement | null): string {
  const url = new URL(preview)
  if (start) url.pathname = new URL(start).pathname
  try {
    const { pathname } = frame!.contentWindow!.location
    if (pathname.startsWith(url.pathname)) url.pathname = pathname
  } catch {
    // There is no frame yet, or the site is at another origin.
  }
  return url.href
}

function reasonOf(failure: unknown): string {
  const [issue] = failure instanceof CallError ? failure.issues : []
  return issue
    ? text.wrong(issue.path.replace(/^customization\./, ''), issue.message)
    : String((failure as Error).message)
}
