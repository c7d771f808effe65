// Blocks that are picked from a list: parts of APIs, reusable contents, blocks of integrations.
import { useState } from 'preact/hooks'
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { closeDialog } from '../../ui/dialog.tsx'
import { editorWords } from '../../words-editor.ts'
import { createVoid } from '../blocks/making.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { ApiPart, IntegrationBlock, Item, Library } from '../library.ts'
import { schema } from '../schema.ts'
import type { Asked } from '../views/asked.ts'
import { blockOfPart } from './api-panel.tsx'
import { PickerDialog } from './picker-dialog.tsx'

const names = editorWords.pick

interface Props {
  view: EditorView
  what: (Asked & { kind: 'pick' })['what']
  library: Library
  close(): void
}

/** Those whose title or lead has the words. */
const among =
  <T extends Item>(load: () => Promise<readonly T[]>) =>
  async (typed: string): Promise<T[]> => {
    const wanted = typed.toLowerCase()
    return (await load()).filter(({ title, lead = '' }) => `${title} ${lead}`.toLowerCase().includes(wanted))
  }

export function PickDialog({ view, what, library, close }: Props) {
  const insert = (block: Node) => {
    closeDialog()
    insertBlock(() => block)(view.state, view.dispatch)
    view.focus()
    close()
  }
  if (what === 'reusable')
    return (
      <PickerDialog
        label={names.reusable}
        placeholder={names.findReusable}
        none={names.noReusable}
        icon="copy"
        find={among(() => library.reusables())}
        pick={({ id }) =>
          insert(createVoid(schema, 'reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } }))
        }
        close={close}
      />
    )
  if (what === 'integration')
    return (
      <PickerDialog<IntegrationBlock>
        label={names.integration}
        placeholder={names.findIntegration}
        none={names.noIntegration}
        icon="spark"
        find={among(() => library.integrationBlocks())}
        pick={({ integration, block }) => insert(createVoid(schema, 'integration', { integration, block, props: {} }))}
        close={close}
      />
    )
  return <ApiDialog what={what} library={library} insert={insert} close={close} />
}

interface ApiProps {
  what: 'operation' | 'schemas'
  library: Library
  insert(block: Node): void
  close(): void
}

/** First the specification, then what is in it, in the same dialog. */
function ApiDialog({ what, library, insert, close }: ApiProps) {
  const [spec, setSpec] = useState<string | undefined>(undefined)
  const [chosen, setChosen] = useState<readonly string[]>([])
  if (spec === undefined)
    return (
      <PickerDialog
        label={names.specification}
        placeholder={names.findSpecification}
        none={names.noSpecification}
        icon="code"
        find={among(() => library.specifications())}
        pick={({ id }) => setSpec(id)}
        close={close}
      />
    )
  const ref = { kind: 'openapi', spec }
  const parts = async (): Promise<readonly ApiPart[]> =>
    (await library.apiParts(spec)).filter(({ kind }) => (kind === 'schema') === (what === 'schemas'))
  if (what === 'operation')
    return (
      <PickerDialog<ApiPart>
        label={names.operation}
        placeholder={names.findOperation}
        none={names.noOperation}
        icon="code"
        find={among(parts)}
        pick={(part) => insert(blockOfPart(spec, part))}
        close={close}
      />
    )
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <PickerDialog
      label={names.schemas}
      placeholder={names.findSchema}
      none={names.noSchema}
      icon="code"
      find={among(parts)}
      chosen={chosen}
      pick={({ id }) => toggle(id)}
      close={close}
    >
      <button
        type="button"
        class="btn main"
        disabled={chosen.length === 0}
        onClick={() =>
          insert(
            createVoid(schema, 'openapi-schemas', {
              ref,
              schemas: chosen.map((id) => id.replace(/^schema /, '')),
              grouped: true,
            }),
          )
        }
      >
        {names.insert}
      </button>
    </PickerDialog>
  )
}
