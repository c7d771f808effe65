// The glossary: how terms are translated.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { translationWords as text } from '../../words-translations.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { ReadPages } from '../reading.tsx'
import { sayUndoable } from '../undoing.ts'
import { nameOfLanguage } from './languages.ts'
import { type Term, TermDialog } from './term-dialog.tsx'

const UPDATE = 'PUT /orgs/:organizationId/translations-glossary'
type Change = Input<typeof UPDATE>['body']['operations'][number]

const titleOf = ({ translations }: Term): string => Object.values(translations)[0]!

export function Glossary({ organization, mayEdit }: { organization: string; mayEdit: boolean }) {
  const at = { organizationId: organization }
  const [editing, setEditing] = useState<Term | 'new' | undefined>(undefined)
  const pages = usePages('GET /orgs/:organizationId/translations-glossary', at)
  const { reload } = pages
  const change = async (operation: Change) => {
    await call(UPDATE, { ...at, body: { operations: [operation] } })
    reload()
  }
  const remove = (term: Term) =>
    attempt(async () => {
      await change({ type: 'delete', id: term.id })
      sayUndoable(text.removed(titleOf(term)), () =>
        attempt(() => change({ type: 'insert', translations: term.translations })),
      )
    })
  return (
    <section aria-label={text.glossary}>
      <h2>
        <span class="grow">{text.glossary}</span>
        {mayEdit && (
          <button type="button" class="btn s" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {text.createTerm}
          </button>
        )}
      </h2>
      <p class="soft">{text.glossaryLead}</p>
      <ReadPages of={pages} none={text.noTerms}>
        {(shown) => (
          <ul class="lines">
            {shown.map((term) => (
              <li key={term.id}>
                <Icon name="text" />
                <dl class="terms">
                  {Object.entries(term.translations).map(([language, word]) => (
                    <div key={language}>
                      <dt class="faint">{nameOfLanguage(language)}</dt>
                      <dd lang={language}>{word}</dd>
                    </div>
                  ))}
                </dl>
                {mayEdit && (
                  <div class="row">
                    <button
                      type="button"
                      class="btn bare icon s"
                      aria-label={text.editTerm(titleOf(term))}
                      onClick={() => setEditing(term)}
                    >
                      <Icon name="edit" />
                    </button>
                    <button
                      type="button"
                      class="btn bare icon s"
                      aria-label={text.removeTerm(titleOf(term))}
                      onClick={() => void remove(term)}
                    >
                      <Icon name="trash" />
                    </button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </ReadPages>
      {editing && (
        <TermDialog
          term={editing === 'new' ? undefined : editing}
          save={(translations) =>
            change(
              editing === 'new' ? { type: 'insert', translations } : { type: 'update', id: editing.id, translations },
            )
          }
          close={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}
