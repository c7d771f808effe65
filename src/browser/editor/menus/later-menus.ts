// Menus whose choices come from the place around the editor: `@` for people, `{{` for variables and expressions.
import { editorWords } from '../../words-editor.ts'
import { createVoid } from '../blocks/making.ts'
import { insertBlock } from '../commands/block-commands.ts'
import { completed } from '../completion.ts'
import { insertInline } from '../inlines/inserting.ts'
import type { IntegrationBlock, Library } from '../library.ts'
import type { Trigger } from '../plugins/typed-menu.ts'
import { matches } from './insertions.ts'
import { remembered } from './remembered.ts'

/** Blocks of integrations in the menu of blocks. */
export function integrationBlocks(library: Library): Trigger['find'] {
  const blocks = remembered(() => library.integrationBlocks())
  return (typed, again) =>
    typed.trim() === ''
      ? []
      : (blocks('', again) as readonly IntegrationBlock[])
          .filter(({ title, lead = '' }) => matches({ label: title, lead, also: '' }, typed))
          .map(({ title, lead = '', integration, block }) => ({
            label: title,
            lead,
            icon: 'spark',
            choose(view, from) {
              view.dispatch(view.state.tr.delete(from, view.state.selection.from))
              const data = { integration, block, props: {} }
              insertBlock((schema) => createVoid(schema, 'integration', data))(view.state, view.dispatch)
              view.focus()
            },
          }))
}

export function peopleMenu(library: Library): Trigger {
  const people = remembered((typed) => library.people(typed))
  return {
    signs: '@',
    label: editorWords.peopleMenu,
    find: (typed, again) =>
      people(typed.trim(), again).map(({ id, title, lead = '' }) => ({
        label: title,
        lead,
        icon: 'person',
        choose: (view, from) => void insertInline(view, 'mention', { ref: { kind: 'user', user: id } }, from),
      })),
  }
}

export function expressionMenu(library: Library): Trigger {
  const variables = remembered(() => library.variables())
  const choiceOf = (expression: string, lead: string) => ({
    label: expression,
    lead,
    icon: 'code' as const,
    choose: (view: Parameters<typeof insertInline>[0], from: number) =>
      void insertInline(view, 'expression', { expression }, from),
  })
  return {
    signs: '{{',
    label: editorWords.expressionMenu,
    none: () => editorWords.noVariables,
    find(typed, again) {
      const wanted = typed.replace(/\}*$/, '').trim()
      const matching = completed(wanted, variables('', again))
      const own = wanted === '' ? [] : [wanted]
      return [
        ...matching.map(({ title, lead = '' }) => choiceOf(title, lead)),
        ...own.map((expression) => choiceOf(expression, editorWords.asExpression)),
      ]
    },
    finish(typed) {
      const expression = /^(.+)\}\}$/.exec(typed)?.[1]?.trim()
      return expression ? choiceOf(expression, '') : undefined
    },
  }
}
