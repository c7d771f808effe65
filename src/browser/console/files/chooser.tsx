// A button that asks for a file, and shows how much of it has arrived.
import { useRef, useState } from 'preact/hooks'
import { words } from '../../words.ts'

const text = words.files

/** Takes the share that was sent. */
export type Progress = (share: number) => void

interface Props {
  label: string
  /** What the file is for. */
  about?: string
  isMain?: boolean
  choose(file: File, progress: Progress): Promise<unknown>
}

export function Chooser({ label, about, isMain = false, choose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ name: string; share: number } | undefined>(undefined)
  const name = about ? `${label} ${about}` : label
  const chosen = async (file: File | undefined) => {
    if (!file) return
    setSending({ name: file.name, share: 0 })
    await choose(file, (share) => setSending({ name: file.name, share }))
    setSending(undefined)
    if (input.current) input.current.value = ''
  }
  return (
    <div class="chooser">
      <button
        type="button"
        class={isMain ? 'btn main' : 'btn s'}
        aria-label={name}
        disabled={sending !== undefined}
        onClick={() => input.current!.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        onChange={({ currentTarget }) => void chosen(currentTarget.files?.[0])}
      />
      {sending && <Sending {...sending} />}
    </div>
  )
}

/** Once all of it was sent, the server still stores it: nobody knows how long. */
function Sending({ name, share }: { name: string; share: number }) {
  const label = text.uploading(name)
  return (
    <span class="row small soft">
      {share < 1 ? <progress value={share} aria-label={label} /> : <progress aria-label={label} />}
      {share < 1 ? `${Math.round(share * 100)} %` : text.storing}
    </span>
  )
}
