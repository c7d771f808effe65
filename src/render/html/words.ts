// The words that blocks need beside their own, and how they say a date.
import type { Change } from '../../engine/comparison/change.ts'

export interface Words {
  note: string
  success: string
  warning: string
  danger: string
  code: string
  copyCode: string
  formula: string
  table: string
  diagram: string
  download: string
  embedded: string
  deprecated: string
  checked: string
  unchecked: string
  schemas: string
  webhook: string
  /** The words of API references. */
  api: {
    authorization: string
    noAuthorization: string
    or: string
    scopes: string
    parameters: Record<'path' | 'query' | 'header' | 'cookie', string>
    body: string
    headers: string
    responses: string
    callbacks: string
    links: string
    request: string
    answer: string
    server: string
    required: string
    readOnly: string
    writeOnly: string
    recursive: string
    notShown: string
    default: string
    example: string
    values: string
    oneOf: string
    anyOf: string
    not: string
    items: string
    others: string
    properties(count: number): string
    sunset(date: string): string
    /** The form that sends requests. */
    tryIt: string
    token: string
    username: string
    password: string
    mediaType: string
    send: string
    sending: string
    sentDirectly: string
    sentThroughSite: string
    notSent: string
    noText: string
  }
  /** The words of the interfaces of integrations. */
  kit: Record<'press' | 'back' | 'next' | 'done' | 'cancel' | 'close' | 'failed', string>
  linkToSection: string
  missingPage: string
  missingFile: string
  openNote: string
  onlyIf(condition: string): string
  allLines(count: number): string
  loadFrom(site: string): string
  rated(given: number, most: number): string
  date(iso: string): string
}

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const ENGLISH: Words = {
  note: 'Note',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
  code: 'Code',
  copyCode: 'Copy code',
  formula: 'Formula',
  table: 'Table',
  diagram: 'Diagram',
  download: 'Download',
  embedded: 'Embedded content',
  deprecated: 'Deprecated',
  checked: 'Done',
  unchecked: 'To do',
  schemas: 'Schemas',
  webhook: 'Webhook',
  api: {
    authorization: 'Authorization',
    noAuthorization: 'Not needed',
    or: 'or',
    scopes: 'Scopes',
    parameters: {
      path: 'Path parameters',
      query: 'Query parameters',
      header: 'Headers',
      cookie: 'Cookies',
    },
    body: 'Body',
    headers: 'Headers',
    responses: 'Responses',
    callbacks: 'Callbacks',
    links: 'Links',
    request: 'Request',
    answer: 'Response',
    server: 'Server',
    required: 'required',
    readOnly: 'read only',
    writeOnly: 'write only',
    recursive: 'recursive',
    notShown: 'not shown further',
    default: 'Default',
    example: 'Example',
    values: 'Possible values',
    oneOf: 'One of',
    anyOf: 'Any of',
    not: 'Anything but',
    items: 'Items',
    others: 'Other properties',
    properties: (count) => (count === 1 ? 'Show 1 property' : `Show ${count} properties`),
    sunset: (date) => `Will be removed: ${date}`,
    tryIt: 'Try it',
    token: 'Token',
    username: 'Username',
    password: 'Password',
    mediaType: 'Content type',
    send: 'Send request',
    sending: 'Sending…',
    sentDirectly: 'Sent from your browser',
    sentThroughSite: 'Sent through this site',
    notSent: 'The request could not be sent.',
    noText: 'The answer is not text.',
  },
  kit: {
    press: 'Open',
    back: 'Back',
    next: 'Next',
    done: 'Done',
    cancel: 'Cancel',
    close: 'Close',
    failed: 'It did not work. Try again.',
  },
  linkToSection: 'Link to this section',
  missingPage: 'A page that is not here',
  missingFile: 'A file that is not here',
  openNote: 'Note',
  onlyIf: (condition) => `Shown if ${condition}`,
  allLines: (count) => (count === 1 ? 'Show 1 line' : `Show all ${count.toLocaleString('en-GB')} lines`),
  loadFrom: (site) => `Load from ${site}`,
  rated: (given, most) => `${given} of ${most}`,
  date(iso) {
    const time = Date.parse(iso)
    return Number.isNaN(time) ? iso : LONG.format(new Date(time))
  },
}

/** How a change is called, and what of it is said in words. */
export interface ChangeWords {
  kinds: Record<Change['kind'], string>
  before: string
  yes: string
  no: string
  changed: string
  nothing: string
  /** Names of attributes; those without one are written as they are called. */
  names: Record<string, string>
}

export const ENGLISH_CHANGES: ChangeWords = {
  kinds: { added: 'Added', removed: 'Removed', edited: 'Edited', moved: 'Moved', restyled: 'Style changed' },
  before: 'Before',
  yes: 'yes',
  no: 'no',
  changed: 'changed',
  nothing: 'none',
  names: { ref: 'Target', syntax: 'Language', view: 'Layout', alt: 'Alternative text', type: 'Kind', refDark: 'Dark' },
}
