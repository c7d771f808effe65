// What `[[` offers: pages of the space, their headings, and files, as links with their title.
import { editorWords } from '../../words-editor.ts'
import { setLink } from '../commands/links.ts'
import type { Trigger } from '../plugins/typed-menu.ts'
import type { FindTargets } from './link-targets.ts'

export const pageLinks = (find: FindTargets): Trigger => ({
  signs: '[[',
  label: editorWords.linkMenu,
  none: () => editorWords.noPage,
  takesSpaces: true,
  find: (typed, again) =>
    find(typed, again).map(({ title, lead, icon, ref }) => ({
      label: title,
      lead,
      icon,
      choose(view, from) {
        view.dispatch(view.state.tr.delete(from, view.state.selection.from))
        setLink(ref, title)(view.state, view.dispatch)
        view.focus()
      },
    })),
})
