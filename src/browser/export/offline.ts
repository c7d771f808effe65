// Answers from files. Pages on a disk may not fetch anything, but they may load scripts.
import type { SearchIndex } from '../../sites/export/search-contract.ts'
import { answerWith } from '../site/asking.ts'
import { findPages } from './search.ts'

const script = document.currentScript as HTMLScriptElement

/** The folder of the site's own files. */
const own = new URL('.', script.src)
const root = new URL('..', own).href

/** The way from the page to the root of the site. */
const up = script.getAttribute('src')!.split('~lectern/')[0]!

interface Told {
  lecternPages(index: SearchIndex): void
  lecternBranch(page: string, html: string): void
}

let index: SearchIndex | undefined
const branches = new Map<string, string>()

Object.assign(window, {
  lecternPages(given) {
    index = given
  },
  lecternBranch(page, html) {
    branches.set(page, html)
  },
} satisfies Told)

const loading = new Map<string, Promise<void>>()

function load(file: string): Promise<void> {
  const known = loading.get(file)
  if (known) return known
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = new URL(file, own).href
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(file))
    document.head.append(script)
  })
  loading.set(file, promise)
  return promise
}

/** As the export names the files of branches. */
const toName = (text: string): string => text.replaceAll(/[^\w-]/g, (char) => `~${char.codePointAt(0)!.toString(16)}`)

/** Links of branches start at the root of the site. */
const fromRoot = (html: string): string => html.replaceAll(/ href="(?![a-z]+:|#)/g, ` href="${up}`)

answerWith(async (address) => {
  const url = new URL(address, location.href)
  if (url.pathname.endsWith('/branch')) {
    // Parts of long levels have no file; the page that their link leads to lists them.
    if (url.searchParams.has('from') || url.searchParams.has('to')) throw new Error(url.search)
    const page = url.searchParams.get('page') ?? ''
    await load(`branches/${encodeURIComponent(toName(page))}.js`)
    return fromRoot(branches.get(page) ?? '')
  }
  await load('search.js')
  const folder = decodeURIComponent(url.href.slice(root.length).split('~lectern/')[0]!)
  const asked = { query: url.searchParams.get('q') ?? '', folder, isHere: url.searchParams.get('scope') === 'here' }
  return index ? findPages(index, asked, up) : ''
})
