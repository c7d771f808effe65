// The pages that changed, in the order of the tree, each with a sign of what happened to it.
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import type { Changed, Changes, Mark } from './semantic.ts'
import type { Viewed } from './viewed.ts'

const text = words.changes

const SIGNS: Record<Mark, { icon: IconName; tone: string }> = {
  new: { icon: 'plus', tone: 'add' },
  edited: { icon: 'edit', tone: 'edit' },
  moved: { icon: 'updown', tone: 'move' },
  deleted: { icon: 'divider', tone: 'cut' },
}

interface Props {
  changes: Changes
  current: Changed | undefined
  hrefOf(changed: Changed): string
  /** No marks are shown without it. */
  viewed: Viewed | undefined
}

export function ChangedList({ changes, current, hrefOf, viewed }: Props) {
  const { items, variables, tags, more } = changes
  return (
    <nav class="pages changed" aria-label={text.pages}>
      <header>
        <h2>{text.pages}</h2>
        {viewed && items.length > 0 && (
          <span class="faint small end">{text.viewedOf(items.filter(viewed.has).length, items.length)}</span>
        )}
      </header>
      <div class="scroll grow">
        {grouped(items).map(([title, group]) => (
          <section key={title}>
            {title && <h3>{title}</h3>}
            <ul>
              {group.map((item) => (
                <li key={`${item.kind} ${item.id}`}>
                  <a
                    href={hrefOf(item)}
                    aria-current={item === current ? 'page' : undefined}
                    class={item.marks.includes('deleted') ? 'gone' : ''}
                  >
                    <span class="grow clip">{item.title || words.untitled}</span>
                    {viewed?.has(item) && (
                      <span class="mk good" role="img" aria-label={text.viewed}>
                        <Icon name="check" />
                      </span>
                    )}
                    {item.marks.map((mark) => (
                      <span key={mark} class={`mk ${SIGNS[mark].tone}`} role="img" aria-label={text.marks[mark]}>
                        <Icon name={SIGNS[mark].icon} />
                      </span>
                    ))}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {variables.length > 0 && <p class="small soft">{text.variables(variables.join(', '))}</p>}
        {tags.length > 0 && <p class="small soft">{text.tags(tags.join(', '))}</p>}
        {more > 0 && <p class="small soft">{text.more(more)}</p>}
      </div>
      <footer>
        <kbd>J</kbd>
        <kbd>K</kbd>
        {text.keys}
      </footer>
    </nav>
  )
}

/** By the pages around them; then reusable contents, files, and what is gone. */
function grouped(items: readonly Changed[]): [string, Changed[]][] {
  const groups = new Map<string, Changed[]>()
  for (const item of items) {
    const title = titleOf(item)
    groups.set(title, [...(groups.get(title) ?? []), item])
  }
  return [...groups]
}

function titleOf({ kind, within, marks }: Changed): string {
  if (kind === 'file') return text.files
  if (kind === 'reusable-content') return text.reusable
  return marks.includes('deleted') ? text.marks.deleted : within.join(' / ')
}
