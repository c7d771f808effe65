// The cover of a page: a picture, another for dark screens, its height in view, and how wide it is.
import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Content } from '../space/content.ts'
import { storeFile } from '../space/store-file.ts'

export interface Cover {
  ref?: FileRef
  refDark?: FileRef
  yPos?: number
}

interface FileRef {
  kind: string
  file?: string
  url?: string
}

/** The height in which the server counts the position of a cover. */
const HEIGHT = 480

const text = words.pageSettings.cover

interface Props {
  content: Content
  cover: Cover
  /** Where files go. */
  target(): Promise<Content>
  onChange(cover: Cover): void
}

export function CoverField({ content, cover, target, onChange }: Props) {
  const share = 50 + ((cover.yPos ?? 0) / HEIGHT) * 100
  const picture = (field: 'ref' | 'refDark', ref: FileRef | undefined) => {
    const { [field]: _before, ...rest } = cover
    onChange(ref ? { ...rest, [field]: ref } : rest)
  }
  return (
    <div class="cover-field">
      <PictureField
        label={text.picture}
        of={cover.ref}
        content={content}
        share={share}
        target={target}
        onChange={(ref) => picture('ref', ref)}
      />
      {cover.ref && (
        <>
          <div class="field">
            <label for="cover-position">{text.position}</label>
            <input
              type="range"
              id="cover-position"
              min={0}
              max={100}
              step={5}
              value={share}
              aria-valuetext={text.fromTop(Math.round(share))}
              onInput={({ currentTarget }) => {
                onChange({ ...cover, yPos: Math.round(((Number(currentTarget.value) - 50) / 100) * HEIGHT) })
              }}
            />
          </div>
          <PictureField
            label={text.dark}
            of={cover.refDark}
            content={content}
            share={share}
            target={target}
            onChange={(ref) => picture('refDark', ref)}
          />
        </>
      )}
    </div>
  )
}

interface PictureProps {
  label: string
  of: FileRef | undefined
  content: Content
  /** The part of the picture in view, in percent from its top. */
  share: number
  target(): Promise<Content>
  onChange(ref: FileRef | undefined): void
}

function PictureField({ label, of, content, share, target, onChange }: PictureProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [percent, setPercent] = useState<number | undefined>(undefined)
  const [url, show] = useUrlOf(content, of)
  useEffect(() => image.current?.style.setProperty('object-position', `50% ${share}%`), [share, url])
  const chosen = async (file: File | undefined) => {
    if (!file) return
    setPercent(0)
    await attempt(async () => {
      const stored = await storeFile(await target(), file, (part) => setPercent(Math.round(part * 100)))
      show(stored.id, stored.downloadURL)
      onChange({ kind: 'file', file: stored.id })
    })
    setPercent(undefined)
  }
  return (
    <div class="field">
      <span class="name">{label}</span>
      {url && <img ref={image} class="cover-shown" src={url} alt="" />}
      <div class="row">
        <button
          type="button"
          class="btn s"
          disabled={percent !== undefined}
          aria-label={`${label}: ${of ? text.replace : text.upload}`}
          onClick={() => chooser.current!.click()}
        >
          {percent === undefined ? (of ? text.replace : text.upload) : words.percent(percent)}
        </button>
        {of && (
          <button
            type="button"
            class="btn bare s"
            aria-label={`${label}: ${text.remove}`}
            onClick={() => onChange(undefined)}
          >
            {text.remove}
          </button>
        )}
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={label}
          onChange={({ currentTarget }) => void chosen(currentTarget.files?.[0])}
        />
      </div>
    </div>
  )
}

/** The address of a picture, and a way to say it of one that was just stored. */
function useUrlOf(content: Content, ref: FileRef | undefined): [string | undefined, (id: string, url: string) => void] {
  const [known, setKnown] = useState<{ id: string; url: string } | undefined>(undefined)
  const id = ref?.file
  useEffect(() => {
    if (!id || known?.id === id) return
    let isGone = false
    const { space, changeRequest } = content
    const read = changeRequest
      ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId', {
          spaceId: space,
          changeRequestId: changeRequest,
          fileId: id,
        })
      : call('GET /spaces/:spaceId/content/files/:fileId', { spaceId: space, fileId: id })
    // A file that is gone shows no picture.
    read.then(
      ({ downloadURL }) => isGone || setKnown({ id, url: downloadURL }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [id])
  const show = (of: string, url: string) => setKnown({ id: of, url })
  return [ref?.url ?? (known && known.id === id ? known.url : undefined), show]
}
