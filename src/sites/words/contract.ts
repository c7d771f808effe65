// All words of a locale.
import type { Words } from '../../render/html/index.ts'

export interface SiteWords {
  skip: string
  pages: string
  /** Of a long list that is shown in parts. */
  earlierPages: string
  laterPages: string
  sections: string
  variants: string
  languages: string
  links: string
  breadcrumbs: string
  onThisPage: string
  neighbours: string
  previous: string
  next: string
  asMarkdown: string
  missingTitle: string
  missingText: string
  closest: string
  startPage: string
  preview: string
  previewOfChangeRequest: string
  previewOfRevision: string
  previewOfMoment: string
  leavePreview: string
  announcement: string
  dismiss: string
  appearance: string
  light: string
  dark: string
  system: string
  privacyPolicy: string
  publishedWith: string
  below(title: string): string
  /** What the script says. */
  script: { copied: string; failed: string; enlarge: string; close: string }
  search: {
    title: string
    label: string
    scope: string
    here: string
    everywhere: string
    recent: string
    /** What keys do. */
    move: string
    open: string
    none: string
    found(count: number): string
  }
  /** What readers do with a page. */
  actions: {
    title: string
    copy: string
    pdf: string
    sectionPdf: string
    wholePdf: string
    edit: string
    /** In the console. */
    write: string
    openIn(name: string): string
    /** What an assistant is asked. */
    ask(url: string): string
  }
  feedback: {
    question: string
    bad: string
    ok: string
    good: string
    thanks: string
    /** Asked after the rating. */
    comment: string
    send: string
    thanksForComment: string
  }
  updated(date: string): string
  /** What readers are told where a site cannot be shown. */
  notice: {
    noSite: string
    noSiteText: string
    refused: string
    signIn: string
    expired: string
    invalid: string
    previewEnded: string
    again: string
  }
  /** The words in documents. */
  blocks: Words
}
