// One comment or reply: who said what, the reactions to it, and what can be done with it.
import { useEffect, useState } from 'preact/hooks'
import type { Document } from '../../../engine/document.ts'
import { draw } from '../../../render/html/draw.ts'
import { copyText } from '../../clipboard.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { emojiOf } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { commentWords as text } from '../../words-comments.ts'
import { attempt } from '../api/attempt.ts'
import type { SpaceSetting } from '../space/setting.ts'
import { type CommentJson, change, type ReplyJson, readMarkdown, remove, type Said as SaidId } from './api.ts'
import { Composer } from './composer.tsx'
import { arrived, withPictures } from './pictures.ts'
import type { Scene } from './scene.ts'
import { chosen } from './state.ts'

const EMOJI = ['👍', '❤️', '🎉', '😄', '👀', '🤔']

interface Props {
  scene: Scene
  id: SaidId
  said: CommentJson | ReplyJson
  /** The number of replies that go with it. */
  replies: number
  /** Where it is, to share. */
  link: string
}

export function Said({ scene, id, said, replies, link }: Props) {
  const { content, space, setting } = scene
  const { postedBy, postedAt, editedAt, permissions, body } = said
  const [markdown, setMarkdown] = useState<string | undefined>(undefined)
  const [isDeleting, setDeleting] = useState(false)
  const items: MenuItem[] = [
    {
      label: text.copyLink,
      icon: 'link',
      run: () =>
        attempt(async () => {
          await copyText(link)
          say(words.space.linkCopied)
        }),
    },
  ]
  if (permissions.edit)
    items.push({
      label: text.edit,
      icon: 'edit',
      run: () => attempt(async () => setMarkdown(await readMarkdown(content, id))),
    })
  if (permissions.delete) items.push({ label: text.delete, icon: 'trash', run: () => setDeleting(true) })
  return (
    <article class="said" aria-label={text.byName(postedBy.displayName)}>
      <header>
        <Avatar id={postedBy.id} name={postedBy.displayName} picture={postedBy.photoURL} />
        <b class="clip">{postedBy.displayName}</b>
        <span class="faint small">
          <Time at={postedAt} />
          {editedAt && ` · ${text.edited}`}
        </span>
        <Menu class="btn bare icon s end" label={text.more(postedBy.displayName)} items={items}>
          <Icon name="more" />
        </Menu>
      </header>
      {markdown === undefined ? (
        <Body document={body.document as unknown as Document} space={space.id} setting={setting} />
      ) : (
        <Composer
          space={space}
          label={text.edit}
          hint={text.hint}
          button={text.save}
          first={markdown}
          takesFocus
          send={async (next) => {
            await change(content, id, { body: { markdown: next } })
            setMarkdown(undefined)
          }}
          cancel={() => setMarkdown(undefined)}
        />
      )}
      <Reactions scene={scene} id={id} said={said} />
      {isDeleting && (
        <Confirm
          title={text.deleteTitle}
          lead={text.deleteLead(replies)}
          button={text.delete}
          cancel={words.cancel}
          run={() =>
            attempt(async () => {
              // Its replies are not asked for again.
              if (id.reply === undefined) chosen.value = undefined
              await remove(content, id)
              say(text.deleted)
            })
          }
          close={() => setDeleting(false)}
        />
      )}
    </article>
  )
}

function Body({ document, space, setting }: { document: Document; space: string; setting: SpaceSetting }) {
  const [, redraw] = useState(0)
  void arrived.value
  useEffect(() => setting.onChange(() => redraw((count) => count + 1)), [setting])
  const drawn = draw(...withPictures(document, space, setting.surroundings))
  // The renderer escapes every value.
  return <div class="prose" dangerouslySetInnerHTML={{ __html: drawn.text }} />
}

function Reactions({ scene: { content, user }, id, said }: Pick<Props, 'scene' | 'id' | 'said'>) {
  const { reactions, permissions } = said
  const toggle = (emoji: string, isMine: boolean) =>
    attempt(() => change(content, id, isMine ? { removedReactions: [emoji] } : { addedReactions: [emoji] }))
  if (reactions.length === 0 && !permissions.reply) return null
  return (
    <div class="reactions">
      {reactions.map(({ emoji, count, users }) => {
        const isMine = users.some((each) => each.user.id === user)
        return (
          <button
            key={emoji}
            type="button"
            class="tag"
            aria-pressed={isMine}
            aria-label={text.reacted(emojiOf(emoji), count)}
            title={users.map((each) => each.user.displayName).join(', ')}
            disabled={!permissions.reply}
            onClick={() => toggle(emoji, isMine)}
          >
            {emojiOf(emoji)} {count}
          </button>
        )
      })}
      {permissions.reply && (
        <Menu
          class="btn bare icon s"
          label={text.react}
          items={EMOJI.map((emoji) => ({ label: emoji, run: () => void toggle(emoji, false) }))}
        >
          <Icon name="smile" />
        </Menu>
      )}
    </div>
  )
}
