// Blocks that are picked from a list: parts of APIs, reusable contents, blocks of integrations.
import { useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { closeDialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import { createVoid } from '../blocks/making.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { ApiPart, IntegrationBlock, Item, Library } from '../library.ts'
import type { Asked } from '../views/asked.ts'
import { PickerDialog } from './picker-dialog.tsx'

const names = words.editor.pick

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
  const insert = (type: string, data: Record<string, unknown>) => {
    closeDialog()
    insertBlock((schema) => createVoid(schema, type, data))(view.state, view.dispatch)
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
        pick={({ id }) => insert('reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } })}
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
        pick={({ integration, block }) => insert('integration', { integration, block, props: {} })}
        close={close}
      />
    )
  return <ApiDialog what={what} library={library} insert={insert} close={close} />
}

interface ApiProps {
  what: 'operation' | 'schemas'
  library: Library
  insert(type: string, data: Record<string, unknown>): void
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
        pick={({ kind, method, name }) =>
          kind === 'webhook'
            ? insert('openapi-webhook', { ref, name, method })
            : insert('openapi-operation', { ref, path: name, method })
        }
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
          insert('openapi-schemas', { ref, schemas: chosen.map((id) => id.replace(/^schema /, '')), grouped: true })
        }
      >
        {names.insert}
      </button>
    </PickerDialog>
  )
}
