// What an integration may do, in plain words.
import { integrationWords as text } from '../../words-integrations.ts'
import type { IntegrationJson } from './shapes.ts'

export const Scopes = ({ scopes }: { scopes: IntegrationJson['scopes'] }) => (
  <section aria-label={text.asks}>
    <h2>{text.asks}</h2>
    {scopes.length === 0 ? (
      <p class="soft">{text.asksNothing}</p>
    ) : (
      <ul class="scopes">
        {scopes.map((scope) => (
          <li key={scope}>{text.scopes[scope]}</li>
        ))}
      </ul>
    )}
  </section>
)
