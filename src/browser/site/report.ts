// Tells the site what readers do, for its insights. Browsers that ask not to be tracked are left alone.

type Details = Record<string, unknown>

interface Navigator2 extends Navigator {
  globalPrivacyControl?: boolean
}

const page = document.querySelector<HTMLElement>('[data-events]')
const isRefused = (navigator as Navigator2).globalPrivacyControl === true

/** The page that is told about; undefined where nothing is told. */
export const told = page?.dataset.page

/** Sent even if the reader leaves the page at once. */
export function report(type: string, details: Details = {}): void {
  const url = page?.dataset.events
  if (!url || isRefused) return
  const event = { type, page: page.dataset.page, url: location.href, referrer: document.referrer, ...details }
  void fetch(url, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  }).catch(() => {})
}
