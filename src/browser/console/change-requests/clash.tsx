// What was there, what both sides made of it, and which of it stays.
import { useId, useState } from 'preact/hooks'
import type { BlockChoice } from '../../../engine/merge/choose-blocks.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'

const text = words.changeRequests.conflicts

interface Props {
  title: string
  /** HTML, drawn by our own renderer. */
  base: string
  ours: string
  theirs: string
  choice: BlockChoice | undefined
  /** Absent where there is nothing left to choose. */
  choose?: ((choice: BlockChoice) => void) | undefined
  mayTakeBoth: boolean
}

export function Clash({ title, base, ours, theirs, choice, choose, mayTakeBoth }: Props) {
  const id = useId()
  const [isBaseShown, setBaseShown] = useState(false)
  const choices: BlockChoice[] = mayTakeBoth ? ['ours', 'theirs', 'both'] : ['ours', 'theirs']
  const isKept = (side: BlockChoice) => choice === side || choice === 'both'
  return (
    <section class="clashing" aria-labelledby={id}>
      <header>
        <Icon name="warn" />
        <h3 id={id}>{title}</h3>
        <button
          type="button"
          class="btn s bare end"
          aria-expanded={isBaseShown}
          onClick={() => setBaseShown(!isBaseShown)}
        >
          {isBaseShown ? text.hideBase : text.showBase}
        </button>
      </header>
      {isBaseShown && <Side label={text.base} about={text.baseIs} html={base} name="base" />}
      <div class="two">
        <Side label={text.ours} about={text.oursIs} html={ours} name={isKept('ours') ? 'kept' : ''} />
        <Side label={text.theirs} about={text.theirsIs} html={theirs} name={isKept('theirs') ? 'kept' : ''} />
      </div>
      {choose && (
        <fieldset class="seg">
          <legend class="sr">{text.choice}</legend>
          {choices.map((each) => (
            <button key={each} type="button" aria-pressed={choice === each} onClick={() => choose(each)}>
              {text.choices[each]}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
}

function Side({ label, about, html, name }: { label: string; about: string; html: string; name: string }) {
  return (
    <div class={`side ${name}`}>
      <p class="from">
        <b>{label}</b> {about}
      </p>
      {html === '' ? <p class="soft">{text.gone}</p> : <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />}
    </div>
  )
}
