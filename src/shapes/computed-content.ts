// Sources of computed pages and documents, and the replies of the operations that compute them.
import Type from 'typebox'
import { named, oneOf } from '../server/schemas.ts'
import { Pages, ReusableContent } from './content.ts'
import { File } from './files.ts'

const Slug = Type.String({ minLength: 1, maxLength: 100 })

export const PagesSource = named(
  'ComputedPagesSource',
  Type.Object({
    type: Type.Literal('builtin:openapi'),
    props: Type.Object({
      models: Type.Optional(Type.Boolean({ description: 'Add a page with all schemas.' })),
      downloadLink: Type.Optional(Type.Boolean({ description: 'Add a link to the specification.' })),
      grouping: Type.Optional({
        ...oneOf('by-tag', 'by-operation'),
        description: 'One page per tag, or one page per operation below its tag.',
      }),
    }),
    dependencies: Type.Object({
      spec: Type.Object({ ref: Type.Object({ kind: Type.Literal('openapi'), spec: Slug }) }),
    }),
  }),
)

const Anything = Type.Unsafe<object>({ type: 'object', additionalProperties: true })

// Clients may send other kinds of sources; the operations reject what they cannot compute.
const Source = named(
  'ComputedSource',
  Type.Object({
    type: Type.String({ maxLength: 200, description: '`builtin:openapi`' }),
    props: Type.Optional({
      ...Anything,
      description: 'For pages, as in `ComputedPagesSource`; for a document, the page it belongs to.',
    }),
    dependencies: Type.Optional({ ...Anything, description: 'As in `ComputedPagesSource`.' }),
  }),
)

/** A request to compute content. */
export const ComputationInput = Type.Object({
  source: Source,
  seed: Type.String({ maxLength: 200, description: 'The ids of computed pages are derived from it.' }),
})

export const ComputedRevision = Type.Object({
  ...Pages.properties,
  files: Type.Array(File),
  reusableContents: Type.Array(ReusableContent),
})
