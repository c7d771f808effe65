// A conversation: what it is about, the comment, and the replies to it.
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { commentWords as text } from '../../words-comments.ts'
import { attempt } from '../api/attempt.ts'
import { addressOf } from '../space/content.ts'
import { type CommentJson, change, postReply, useReplies } from './api.ts'
import { Composer } from './composer.tsx'
import { Said } from './said.tsx'
import type { Scene } from './scene.ts'
import { choose, chosen } from './state.ts'
import { markRead } from './unread.ts'

interface Props {
  scene: Scene
  comment: CommentJson
  isUnread: boolean
}

export function Thread({ scene, comment, isUnread }: Props) {
  const { content, space } = scene
  const element = useRef<HTMLLIElement>(null)
  const isChosen = chosen.value === comment.id
  const isOpen = comment.status === 'open'
  useEffect(() => {
    if (!isChosen) return
    element.current!.scrollIntoView({ block: 'nearest' })
    if (isUnread) void markRead(content, comment.id)
  }, [isChosen, comment.replies, isUnread])
  const settle = () =>
    attempt(async () => {
      await change(content, { comment: comment.id }, { resolved: isOpen })
      say(isOpen ? text.resolved : text.reopened)
    })
  return (
    <li ref={element} class={`thread${isChosen ? ' on' : ''}`} id={`comment-${comment.id}`} data-comment={comment.id}>
      <Subject scene={scene} comment={comment} />
      {isUnread && <span class="tag info">{text.unread}</span>}
      <Said
        scene={scene}
        id={{ comment: comment.id }}
        said={comment}
        replies={comment.replies}
        link={linkTo(scene, comment)}
      />
      {isChosen && comment.replies > 0 && <Replies scene={scene} comment={comment} />}
      {!isChosen && comment.replies > 0 && (
        <button type="button" class="btn bare s" aria-expanded={false} onClick={() => choose(comment.id)}>
          {text.replies(comment.replies)}
        </button>
      )}
      {!isOpen && comment.resolvedBy && (
        <p class="row small faint">
          <Icon name="check" />
          {text.resolvedBy(comment.resolvedBy.displayName)}
        </p>
      )}
      {comment.permissions.reply && (
        <>
          {isChosen && isOpen && (
            <Composer
              space={space}
              label={text.reply}
              hint={text.replyHint}
              button={text.reply}
              send={(markdown) => postReply(content, comment.id, markdown)}
            />
          )}
          <div class="row">
            {!isChosen && isOpen && (
              <button type="button" class="btn bare s" onClick={() => choose(comment.id)}>
                {text.reply}
              </button>
            )}
            <button type="button" class="btn s end" onClick={settle}>
              <Icon name={isOpen ? 'check' : 'retry'} />
              {isOpen ? text.resolve : text.reopen}
            </button>
          </div>
        </>
      )}
    </li>
  )
}

function Replies({ scene, comment }: Omit<Props, 'isUnread'>) {
  const { value } = useReplies(scene.content, comment.id)
  return (
    <>
      {value?.items.map((reply) => (
        <Said
          key={reply.id}
          scene={scene}
          id={{ comment: comment.id, reply: reply.id }}
          said={reply}
          replies={0}
          link={linkTo(scene, comment)}
        />
      ))}
    </>
  )
}

/** The page and the words; leads there. */
function Subject({ scene, comment }: Omit<Props, 'isUnread'>) {
  const { page, node, review } = comment.target
  const words = node?.range?.quote ?? node?.preview
  const isHere = page !== undefined && page.id === scene.page
  return (
    <p class="subject small">
      {page && !isHere && (
        <a class="link" href={linkTo(scene, comment)}>
          {page.title || text.onPage}
        </a>
      )}
      {!page && <span class="faint">{review ? text.ofReview : text.general}</span>}
      {isHere && !node && <span class="faint">{text.onPage}</span>}
      {words !== undefined && (
        <button type="button" class="quoted" onClick={() => choose(comment.id)}>
          {words.trim() === '' ? text.onBlock : words}
        </button>
      )}
      {page?.outdated && (
        <span class="tag warn">
          <Icon name="warn" />
          {text.lost}
        </span>
      )}
    </p>
  )
}

/** Its own address. Comments that are on no page are in the conversation of their change request. */
function linkTo({ content }: Scene, { id, target: { page } }: CommentJson): string {
  const { changeRequest } = content
  const place = page || !changeRequest ? addressOf(content, page?.id) : `${addressOf(content)}/conversation`
  return `${new URL(place, location.href).href}?comment=${id}`
}
