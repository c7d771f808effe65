// What a drawing shows, for people who can't see it.
import { useId } from 'preact/hooks'
import { editorWords } from '../../words-editor.ts'

export function AltField({ alt }: { alt: string }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{editorWords.fields.alt}</label>
      <input class="input" id={id} name="alt" defaultValue={alt} autocomplete="off" aria-describedby={`${id}-about`} />
      <p class="help" id={`${id}-about`}>
        {editorWords.pictures.altHelp}
      </p>
    </div>
  )
}
