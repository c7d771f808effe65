// Saves a page or a reusable content while it is written: after every pause, one request at a time, with the revision that the text began from.
// What fails is tried again; what was typed meanwhile is saved next.
import { signal } from '@preact/signals'
import type { Document } from '../../../engine/document.ts'
import { randomName } from '../../random.ts'
import { CallError } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import type { Content } from './content.ts'
import { addressOfSubject, changeOf } from './page-changes.ts'
import { headOf, loadSnapshot, loadSnapshotAt, type PageFields, type Snapshot, type Subject } from './snapshot.ts'
import { forgetUnsaved, isKept, keepUnsaved, type Unsaved, unsavedKey } from './unsaved.ts'
import { noteOpened, tellNoMore, tellUnsaved } from './unsaved-pages.ts'
import { targetOf, writeContent } from './writing.ts'

export type SaveState =
  | { is: 'saved' | 'unsaved' | 'saving' | 'retrying' }
  /** The server does not take it: trying again does not help. */
  | { is: 'refused'; reason: string }
  /** Somebody else changed the same words: the person chooses before anything is saved. */
  | { is: 'conflict' }
  /** The editor cannot be opened. */
  | { is: 'closed' }

export interface WriterOptions {
  content: Content
  space: ReplyTo<'GET /spaces/:spaceId'>
  user: string
  subject: Subject
  base: string
  /** The fields as the server has them. Undefined if it may have others. */
  known: PageFields | undefined
  /** What is in the fields and in the editor now. */
  read(): PageFields
  /** Something that the page tree shows was saved. */
  renamed(): void
  /** Whether the address still follows the title, because the page is new. */
  followsTitle: boolean
  /**
   * Others wrote too: takes over what they made of a document. Where they changed the same words, both texts are shown,
   * and the promise resolves when the person has chosen everywhere.
   */
  merge(base: Document, theirs: Document): Promise<void> | undefined
  /** Others wrote while nothing was typed here. */
  show(snapshot: Snapshot): void
  /** A draft was opened. */
  moved(content: Content): void
  /** The page was left, and somebody else had changed the same words. */
  leftInConflict(): void
}

const PAUSE = 700
/** Who types without a pause is saved too. */
const LONGEST = 4000
const KEEP_PAUSE = 150
/** A long page takes longer to be kept: no more than this share of the time. */
const KEEP_SHARE = 1 / 20
const MAX_RETRY = 30_000
/** Stands for a revision that may have been made while nobody listened. */
const UNKNOWN = ''

/** Pages that were left and are still being saved. */
const closing = new Map<string, Promise<void>>()

/** Pages that were left and could not be saved yet. */
const leftOver = new Map<string, PageWriter>()

/** Resolves when the page can be opened again. */
export const whenClosed = (key: string): Promise<void> => closing.get(key) ?? Promise.resolve()

/** For who opens the page again: what this tab has not saved yet. From now on it belongs to them. */
export async function takeOver(key: string): Promise<Unsaved | undefined> {
  const unsaved = await leftOver.get(key)?.handOver()
  noteOpened(key)
  return unsaved
}

export class PageWriter {
  /** Undefined until something is typed. */
  readonly state = signal<SaveState | undefined>(undefined)
  readonly #options: WriterOptions
  #key: string
  #content: Content
  #base: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #keeper: ReturnType<typeof setTimeout> | undefined
  #keepTime = 0
  #editedAt: number | undefined
  #failures = 0
  #isDirty = false
  #known: PageFields
  /** Revisions that were made since, perhaps by others. */
  readonly #heard = new Set<string>()
  #isCatchingUp = false
  #isClosing = false
  #isClosed = false
  #isSettling = false
  /** Whether this browser keeps text at all. */
  #isKept = false
  #saving: Promise<void> | undefined
  #request: { key: string; fields: PageFields } | undefined

  constructor(options: WriterOptions) {
    this.#options = options
    this.#content = options.content
    this.#base = options.base
    this.#known = options.known ?? {}
    this.#key = this.#keyOf(options.content)
    addEventListener('online', this.#online)
    addEventListener('beforeunload', this.#leaving)
  }

  edited(): void {
    this.#isDirty = true
    this.#editedAt ??= Date.now()
    if (!this.#saving && !this.#isSettling && this.state.peek()?.is !== 'unsaved') this.state.value = { is: 'unsaved' }
    this.#keeper ??= setTimeout(() => void this.#keep(), Math.max(KEEP_PAUSE, this.#keepTime / KEEP_SHARE))
    if (this.#isSettling) return
    const longest = Math.max(0, this.#editedAt + LONGEST - Date.now())
    this.#schedule(Math.min(PAUSE, longest))
  }

  /** Something may have been written, perhaps by others: it is shown as soon as nothing waits to be saved. */
  heard(revision = UNKNOWN): void {
    if (revision === this.#base) return
    this.#heard.add(revision)
    void this.#catchUp()
  }

  /** Whether this is the content that is written: a draft, or main. */
  writes(changeRequest: string | undefined): boolean {
    return this.#content.changeRequest === changeRequest
  }

  get #isBusy(): boolean {
    return this.#isDirty || this.#saving !== undefined || this.#isSettling || this.#isClosing
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    try {
      while (this.#heard.size > 0 && !this.#isBusy) await this.#readOthers()
    } catch {
      // The next change, or the next save, brings it.
    } finally {
      this.#isCatchingUp = false
    }
  }

  async #readOthers(): Promise<void> {
    const heard = [...this.#heard]
    const base = this.#base
    const head = await headOf(this.#content)
    // A page that was left may be deleted by now.
    if (this.#isBusy) return
    if (head === base && this.#heard.size === 1 && this.#heard.has(UNKNOWN)) {
      this.#heard.clear()
      return
    }
    const snapshot = await loadSnapshotAt(this.#content, head, this.#options.subject)
    // What was typed meanwhile is saved first: the server merges it. What was saved meanwhile may be newer.
    if (this.#isBusy || this.#base !== base) return
    for (const revision of heard) this.#heard.delete(revision)
    this.#base = head
    this.#known = { title: snapshot.title, description: snapshot.description }
    this.#options.show(snapshot)
  }

  /** Where files go: to what is written, which may be a draft that this opens. */
  async target(): Promise<Content> {
    this.#follow(await targetOf(this.#content, this.#options.space))
    return this.#content
  }

  #follow(content: Content): void {
    const isMoved = content.changeRequest !== this.#content.changeRequest
    this.#content = content
    if (!isMoved) return
    this.#rename(this.#keyOf(content))
    this.#options.moved(content)
  }

  #keyOf(content: Content): string {
    return unsavedKey(this.#options.user, content, this.#options.subject.id)
  }

  #rename(key: string): void {
    const former = this.#key
    const isLeftOver = this.#isLeftOver
    this.#key = key
    if (isLeftOver) {
      leftOver.delete(former)
      leftOver.set(key, this)
      tellNoMore(former)
    } else noteOpened(key)
    const kept = this.#isDirty ? this.#keep() : Promise.resolve()
    void kept.then(() => forgetUnsaved(former))
  }

  /** Saves now what is not saved yet, and stops watching. What can’t be saved now is tried again. */
  close(): Promise<void> {
    this.#isClosing = true
    const key = this.#key
    const closed = this.flush()
      .then(() => this.#leave())
      .finally(() => {
        if (closing.get(key) === closed) closing.delete(key)
      })
    closing.set(key, closed)
    return closed
  }

  async #leave(): Promise<void> {
    const isTried = this.state.peek()?.is === 'retrying'
    if (this.#isDirty) {
      await this.#keep()
      this.#isKept = await isKept(this.#key, this.#unsaved())
      this.#tell(isTried)
    }
    if (isTried) leftOver.set(this.#key, this)
    else this.#end()
  }

  #tell(isTried: boolean): void {
    const { fields, address } = this.#unsaved()
    tellUnsaved({ key: this.#key, title: fields.title ?? '', address, isTried })
  }

  #end(): void {
    this.#isClosed = true
    removeEventListener('online', this.#online)
    removeEventListener('beforeunload', this.#leaving)
    clearTimeout(this.#timer)
    clearTimeout(this.#keeper)
    if (leftOver.get(this.#key) === this) leftOver.delete(this.#key)
  }

  async handOver(): Promise<Unsaved | undefined> {
    this.#end()
    await this.#saving
    return this.#isDirty ? this.#unsaved() : undefined
  }

  /** A page that was left is saved, or trying again does not help. */
  #finishLeftOver(): void {
    this.#end()
    if (this.#isDirty) this.#tell(false)
    else tellNoMore(this.#key)
    this.#options.renamed()
  }

  /** Saves now what is not saved yet. Returns where it is. */
  async settled(): Promise<Content> {
    await this.flush()
    return this.#content
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#saving
    // A request that is repeated holds what was typed before it; what was typed since comes next.
    for (let left = 2; left > 0 && this.#isDirty && !this.#isSettling; left--) await this.#saveNow()
  }

  readonly #online = (): void => {
    if (this.#isDirty) void this.flush()
  }

  readonly #leaving = (event: BeforeUnloadEvent): void => {
    if (this.#isDirty || this.#saving) event.preventDefault()
  }

  #unsaved(): Unsaved {
    const { read, subject } = this.#options
    return { base: this.#base, address: addressOfSubject(this.#content, subject), fields: read() }
  }

  async #keep(): Promise<void> {
    clearTimeout(this.#keeper)
    this.#keeper = undefined
    const before = performance.now()
    const unsaved = this.#unsaved()
    const reading = performance.now() - before
    this.#keepTime = reading + (await keepUnsaved(this.#key, unsaved))
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#saveNow(), wait)
  }

  #saveNow(): Promise<void> {
    this.#saving ??= this.#saveHere().finally(() => {
      this.#saving = undefined
      if (this.#isClosed) return
      if (this.#isDirty && !this.#isSettling && this.state.peek()?.is !== 'refused') this.#schedule(this.#waitToRetry())
      else if (this.#isLeftOver) this.#finishLeftOver()
      else void this.#catchUp()
    })
    return this.#saving
  }

  get #isLeftOver(): boolean {
    return leftOver.get(this.#key) === this
  }

  /** Whether a tab that opened the page since goes on with the text, or has saved it. */
  async #isElsewhere(): Promise<boolean> {
    return this.#isKept && !(await isKept(this.#key, this.#unsaved()))
  }

  #waitToRetry(): number {
    return this.#failures === 0 ? PAUSE : Math.min(MAX_RETRY, 1000 * 2 ** this.#failures)
  }

  async #saveHere(): Promise<void> {
    if (!this.#isLeftOver) return this.#save()
    if (await this.#isElsewhere()) this.#isDirty = false
    else await this.#save()
  }

  async #save(): Promise<void> {
    const { space, subject, read, merge, renamed, followsTitle } = this.#options
    this.#isDirty = false
    this.#editedAt = undefined
    this.state.value = { is: 'saving' }
    // A request that may have arrived is repeated as it was.
    const isRetry = this.#request !== undefined
    this.#request ??= { key: randomName(22), fields: read() }
    const { key, fields } = this.#request
    try {
      const changes = [changeOf(subject, fields, { known: this.#known, followsTitle })]
      const written = await writeContent(this.#content, space, changes, { base: this.#base, key })
      this.#failures = 0
      this.#request = undefined
      this.#isDirty ||= isRetry
      this.#follow(written.content)
      this.#heard.delete(written.revision)
      if (fields.title !== this.#known.title) renamed()
      this.#known = { title: fields.title, description: fields.description }
      const merged = written.merged.get(subject.id)
      this.#goOn(written.revision, merged && fields.document && merge(fields.document, merged))
      if (this.#isDirty || this.#isSettling) return
      this.state.value = { is: 'saved' }
      await forgetUnsaved(this.#key)
    } catch (error) {
      this.#isDirty = true
      if (error instanceof CallError && error.status === 409 && error.conflicts) await this.#conflicted()
      else this.#failed(error)
    }
  }

  /** Reads what is there now, and goes on from it once the person has chosen. */
  async #conflicted(): Promise<void> {
    const { subject, merge, leftInConflict } = this.#options
    this.#request = undefined
    if (this.#isClosing) {
      // Nobody is there to choose. What was typed waits in this browser, with the revision before.
      this.#isSettling = true
      void this.#keep()
      leftInConflict()
      return
    }
    try {
      const [base, head] = await Promise.all([
        loadSnapshotAt(this.#content, this.#base, subject),
        loadSnapshot(this.#content, subject),
      ])
      this.#goOn(head.revision, merge(base.document, head.document))
    } catch (error) {
      this.#failed(error)
    }
  }

  /** From a revision on; but where the person has to choose first, what is kept belongs to the one before. */
  #goOn(revision: string, choosing: Promise<void> | undefined): void {
    if (!choosing) {
      this.#base = revision
      return
    }
    this.#isSettling = true
    this.state.value = { is: 'conflict' }
    void choosing.then(() => {
      this.#base = revision
      this.#isSettling = false
      this.edited()
    })
  }

  #failed(error: unknown): void {
    this.#failures++
    const isLost = error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
    if (!isLost) this.#request = undefined
    this.state.value = isLost ? { is: 'retrying' } : { is: 'refused', reason: reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string => {
  const issue = error instanceof CallError ? error.issues[0] : undefined
  return issue ? `${issue.path} ${issue.message}` : String((error as Error).message)
}
