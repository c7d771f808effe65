// The site, drawn by the server with settings that are not saved yet: a preview of its own, which ends with this page.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { siteWords } from '../../words-sites.ts'
import { CallError, call } from '../api/client.ts'
import type { Settings } from './settings.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.customization.preview
const PREVIEWS = '/orgs/:organizationId/sites/:siteId/previews'
const PREVIEW = `${PREVIEWS}/:sitePreviewId` as const
/** After the last change. */
const PAUSE = 500
/** Pages show all their parts from this width. */
const DESKTOP = 1280
/** A console as narrow as this begins with how the site looks on a phone. */
const NARROW = 900
const LIFETIME = 3_600_000

interface Preview {
  id: string
  /** With the secret that opens it. */
  url: string
  endsAt: number
}

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
  const [size, setSize] = useState<'desktop' | 'phone'>(() => (innerWidth < NARROW ? 'phone' : 'desktop'))
  const preview = useRef<Preview | undefined>(undefined)
  /** One request after the other, so that there is one preview only. */
  const work = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    let isLeft = false
    const draw = async () => {
      if (isLeft) return
      try {
        preview.current = await previewWith(preview.current, at, customization, siteSpace?.id)
        if (isLeft) return
        setError(undefined)
        const next = stayingAt(preview.current.url, siteSpace?.url, frame.current)
        // Without an entry in the history of the browser.
        if (frame.current) frame.current.contentWindow!.location.replace(next)
        else setAddress(next)
      } catch (failure) {
        if (!isLeft) setError(reasonOf(failure))
      }
    }
    const timer = setTimeout(() => {
      work.current = work.current.then(draw)
    }, PAUSE)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [at.siteId, siteSpace?.id, JSON.stringify(customization), version])
  useEffect(() => () => void work.current.then(() => end(at, preview.current)), [at.siteId])
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
      {address && (
        <Scaled isPhone={size === 'phone'}>
          {(style) => <iframe ref={frame} class={size} style={style} src={address} title={text.title} />}
        </Scaled>
      )}
    </section>
  )
}

interface ScaledProps {
  isPhone: boolean
  children(style: Record<string, string>): preact.ComponentChildren
}

/** Shows pages as they are on a desktop, however small the place for them is. */
function Scaled({ isPhone, children }: ScaledProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(DESKTOP)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [])
  const scale = isPhone ? 1 : Math.min(1, width / DESKTOP)
  const size = `${100 / scale}%`
  return (
    <div class="drawn" ref={place}>
      {children(scale === 1 ? {} : { inlineSize: size, blockSize: size, transform: `scale(${scale})` })}
    </div>
  )
}

/** The preview with these settings: the one that is there, or a new one if there is none or it has ended. */
async function previewWith(
  made: Preview | undefined,
  at: Located['at'],
  customization: Settings,
  siteSpace: string | undefined,
): Promise<Preview> {
  if (made && made.endsAt > Date.now()) {
    const input = { ...at, sitePreviewId: made.id, body: { customization } }
    const isThere = await call(`PATCH ${PREVIEW}`, input).then(() => true, unlessGone)
    if (isThere) return made
  }
  const endsAt = Date.now() + LIFETIME
  const body = { expiresAt: new Date(endsAt).toISOString(), customization, ...(siteSpace && { siteSpace }) }
  const { id, urls } = await call(`POST ${PREVIEWS}`, { ...at, body })
  return { id, url: urls.preview!, endsAt }
}

function unlessGone(failure: unknown): false {
  if (failure instanceof CallError && failure.status === 404) return false
  throw failure
}

function end(at: Located['at'], made: Preview | undefined): void {
  if (made) void call(`DELETE ${PREVIEW}`, { ...at, sitePreviewId: made.id }, { keepalive: true }).catch(() => {})
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
