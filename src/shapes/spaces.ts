// Spaces: containers of pages and files.
import Type from 'typebox'
import { ROLES } from '../access/roles.ts'
import { booleans, Id, Nullable, named, oneOf, oneOfOrNull, Timestamp, Uri, WebUrl } from '../server/schemas.ts'
import { GitSync } from './git.ts'
import { Position } from './positions.ts'

export const LANGUAGES = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-br',
  'ru',
  'ja',
  'zh',
  'yue',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
]

export const DefaultLevel = oneOfOrNull(...ROLES, 'inherit')
const Title = Type.String({ maxLength: 50 })
export const Emoji = Type.String({ minLength: 1, maxLength: 50 })
const EditMode = oneOf('live', 'locked')
export const Language = oneOf(...LANGUAGES)

const Rule = (description: string) => Type.Optional(Type.Boolean({ description }))

const MergeRules = Type.Object({
  approvals: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, description: 'The number of people who have to approve.' }),
  ),
  approvalByOthers: Rule('Somebody other than the author has to approve.'),
  latestContent: Rule('Approvals count as long as the content does not change.'),
  resolvedComments: Rule('No comment may be open.'),
})

export const Space = named(
  'Space',
  Type.Object({
    object: Type.Literal('space'),
    id: Type.String(),
    title: Title,
    emoji: Emoji,
    visibility: oneOf('public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Type.Optional(Timestamp),
    editMode: EditMode,
    urls: Type.Object({
      location: Uri,
      app: Uri,
      published: Type.Optional(Uri),
      public: Type.Optional(Uri),
      icon: Type.Optional(Uri),
    }),
    organization: Type.String(),
    parent: Type.Optional(Type.String()),
    language: Type.Optional(Language),
    visitorAuth: Type.Optional(
      Type.Object({ backend: oneOf('custom', 'integration'), integration: Type.Optional(Type.String()) }),
    ),
    revision: Type.String(),
    gitSync: Type.Optional(GitSync),
    mergeRules: Type.Optional({
      ...MergeRules,
      description: 'What a change request needs before it is merged. Absent: nothing.',
    }),
    defaultLevel: DefaultLevel,
    comments: Type.Integer(),
    changeRequests: Type.Integer(),
    changeRequestsOpen: Type.Integer(),
    changeRequestsDraft: Type.Integer(),
    permissions: booleans(
      'view',
      'access',
      'admin',
      'viewInviteLinks',
      'edit',
      'propose',
      'triggerGitSync',
      'comment',
      'merge',
      'review',
      'installIntegration',
    ),
  }),
)

/** Folders of `assets/templates`. */
export const TEMPLATES = ['product-guide', 'api-reference', 'handbook', 'runbooks', 'changelog'] as const

export const NewSpace = Type.Object({
  title: Type.Optional(Title),
  emoji: Type.Optional(Emoji),
  parent: Type.Optional(Id),
  language: Type.Optional(Language),
  editMode: Type.Optional(EditMode),
  template: Type.Optional({
    ...oneOf(...TEMPLATES),
    description: 'Pages to start with; default: none.',
  }),
})

export const SpacePatch = Type.Object({
  title: Type.Optional(Title),
  emoji: Type.Optional(Nullable(Emoji)),
  icon: Type.Optional(Nullable(WebUrl)),
  editMode: Type.Optional(EditMode),
  mergeRules: Type.Optional(Nullable(MergeRules)),
  defaultLevel: Type.Optional(DefaultLevel),
  language: Type.Optional(Language),
})

export const SpaceMove = Type.Object({ parent: Type.Optional(Nullable(Id)), position: Type.Optional(Position) })
export const Transfer = Type.Object({ organization: Id })
