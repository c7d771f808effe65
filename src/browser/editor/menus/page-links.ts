// What `[[` offers: the pages of the space, as links with their title.
import { words } from '../../words.ts'
import { setLink } from '../commands/links.ts'
import type { Trigger } from '../plugins/typed-menu.ts'
import type { PageTarget } from './link-dialog.tsx'

export const pageLinks = (find: (typed: string) => readonly PageTarget[]): Trigger => ({
  signs: '[[',
  find: (typed) =>
    find(typed).map(({ id, title, path }) => ({
      label: title || words.untitled,
      lead: `/${path}`,
      icon: 'page',
      choose(view, from) {
        view.dispatch(view.state.tr.delete(from, view.state.selection.from))
        setLink({ kind: 'page', page: id }, title || words.untitled)(view.state, view.dispatch)
        view.focus()
      },
    })),
})
