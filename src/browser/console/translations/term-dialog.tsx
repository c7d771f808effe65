// A term in several languages.
import { useEffect, useRef, useState } from 'preact/hooks'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { translationWords as text } from '../../words-translations.ts'
import { attempt } from '../api/attempt.ts'
import type { ReplyTo } from '../api/operations.ts'
import { LANGUAGES, nameOfLanguage } from './languages.ts'

export type Term = ReplyTo<'GET /orgs/:organizationId/translations-glossary'>['items'][number]

interface Props {
  term: Term | undefined
  save(translations: Record<string, string>): Promise<unknown>
  close(): void
}

interface Row {
  key: number
  language: string
  word: string
}

const FIRST: Row = { key: 0, language: 'en', word: '' }

export function TermDialog({ term, save, close }: Props) {
  const [rows, setRows] = useState<Row[]>(() =>
    term ? Object.entries(term.translations).map(([language, word], key) => ({ key, language, word })) : [FIRST],
  )
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  // Whoever opens the dialog or adds a language goes on typing.
  const last = useRef<HTMLInputElement>(null)
  useEffect(() => last.current?.focus(), [rows.length])
  const add = () => {
    const free = LANGUAGES.find((language) => !rows.some((row) => row.language === language)) ?? 'en'
    setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, language: free, word: '' }])
  }
  const submitted = (form: FormData) => {
    const languages = form.getAll('language').map(String)
    const terms = form
      .getAll('term')
      .map((word, at) => [languages[at]!, String(word).trim()] as const)
      .filter(([, word]) => word)
    const isTwice = new Set(terms.map(([language]) => language)).size < terms.length
    setWrong(terms.length === 0 ? text.needsTerm : isTwice ? text.twice : undefined)
    if (terms.length === 0 || isTwice) return false
    return attempt(() => save(Object.fromEntries(terms)))
  }
  return (
    <FormDialog
      heading={term ? text.editTerm(Object.values(term.translations)[0]!) : text.createTerm}
      button={words.save}
      cancel={words.cancel}
      save={submitted}
      close={close}
    >
      {rows.map((row, at) => (
        <div class="row" key={row.key}>
          <select class="input" name="language" aria-label={text.languageOf(at + 1)}>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} selected={language === row.language}>
                {nameOfLanguage(language)}
              </option>
            ))}
          </select>
          <input
            class="input"
            name="term"
            ref={at === rows.length - 1 ? last : null}
            aria-invalid={wrong !== undefined}
            defaultValue={row.word}
            maxLength={255}
            autocomplete="off"
            aria-label={text.termIn(at + 1)}
          />
          <button
            type="button"
            class="btn bare icon s"
            aria-label={text.removeLanguage(at + 1)}
            onClick={() => setRows(rows.filter((other) => other !== row))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <div>
        <button type="button" class="btn s" onClick={add}>
          <Icon name="plus" />
          {text.addLanguage}
        </button>
      </div>
      {wrong && (
        <p class="bad" role="alert">
          {wrong}
        </p>
      )}
    </FormDialog>
  )
}
