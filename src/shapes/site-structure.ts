// The structure of a site: site spaces, sections, external links, and groups of sections and links.
import Type, { type Static } from 'typebox'
import { Id, inWords, Nullable, named, oneOf, Uri, WebUrl } from '../server/schemas.ts'
import { ShareKeyQuery } from './share-links.ts'
import { Segment } from './sites.ts'
import { Space } from './spaces.ts'

export const Condition = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'An expression about the visitor. Only visitors who meet it see this.',
})
const SectionTitle = Type.String({ minLength: 2, maxLength: 128 })
const SectionDescription = Type.String({ maxLength: 256 })
const GroupTitle = Type.String({ minLength: 1, maxLength: 100 })
const Icon = Type.String({
  maxLength: 50,
  pattern: inWords('^[a-z0-9-]+$', 'must be the name of an icon, such as book-open'),
})

const PublishedUrl = Type.Object({ published: Type.Optional(Uri) })

export const SiteSpace = named(
  'SiteSpace',
  Type.Object({
    object: Type.Literal('site-space'),
    id: Type.String(),
    path: Type.String(),
    section: Type.Optional(Type.String()),
    space: Space,
    title: Type.String(),
    default: Type.Boolean(),
    condition: Type.Optional(Type.String()),
    hasAdvancedCustomizationFeature: Type.Boolean(),
    urls: PublishedUrl,
  }),
)

export const SiteSection = named(
  'SiteSection',
  Type.Object({
    object: Type.Literal('site-section'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    default: Type.Boolean(),
    path: Type.String(),
    condition: Type.Optional(Type.String()),
    sectionGroup: Type.Optional(Type.String()),
    siteSpaces: Type.Array(SiteSpace),
    urls: PublishedUrl,
    icon: Type.Optional(Type.String()),
  }),
)

export const SiteExternalLink = named(
  'SiteExternalLink',
  Type.Object({
    object: Type.Literal('site-external-link'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    url: Uri,
    sectionGroup: Type.Optional(Type.String()),
    draft: Type.Boolean({ description: 'Hidden on the published site.' }),
    condition: Type.Optional(Type.String()),
  }),
)

type ExternalLinkReply = Static<typeof SiteExternalLink>

export const SiteSectionGroup = named(
  'SiteSectionGroup',
  Type.Object({
    object: Type.Literal('site-section-group'),
    id: Type.String(),
    title: Type.String(),
    sections: Type.Array(SiteSection),
    children: Type.Unsafe<(Static<typeof SiteSection> | ExternalLinkReply)[]>({
      type: 'array',
      items: { anyOf: [SiteSection, SiteExternalLink] },
      description: 'Sections and links of the group, in order.',
    }),
    icon: Type.Optional(Type.String()),
  }),
)

type SiteSpaceReply = Static<typeof SiteSpace>
type SectionReply = Static<typeof SiteSection>
type GroupReply = Static<typeof SiteSectionGroup>
type StructureItem = SiteSpaceReply | SectionReply | GroupReply | ExternalLinkReply

/** One of the shapes, by its `object`. */
const byObject = (
  ...shapes: (typeof SiteSpace | typeof SiteSection | typeof SiteSectionGroup | typeof SiteExternalLink)[]
) => Type.Unsafe<StructureItem>({ anyOf: shapes })

export const SiteStructureItem = named(
  'SiteStructureItem',
  byObject(SiteSpace, SiteSection, SiteSectionGroup, SiteExternalLink),
)

export type SiteStructure =
  | { type: 'siteSpaces'; structure: SiteSpaceReply[] }
  | { type: 'sections'; structure: (SectionReply | GroupReply | ExternalLinkReply)[] }

export const SiteStructure = named(
  'SiteStructure',
  Type.Unsafe<SiteStructure>({
    anyOf: [
      Type.Object({ type: Type.Literal('siteSpaces'), structure: Type.Array(SiteSpace) }),
      Type.Object({
        type: Type.Literal('sections'),
        structure: Type.Array(byObject(SiteSection, SiteSectionGroup, SiteExternalLink)),
      }),
    ],
  }),
)

export const SiteSpacesQuery = Type.Object({
  ...ShareKeyQuery.properties,
  default: Type.Optional(Type.Boolean({ description: 'Only default site spaces, or only others.' })),
})

export const NewSiteSpace = Type.Object({ spaceId: Id, sectionId: Type.Optional(Id) })

export const SiteSpacePatch = Type.Object({
  path: Type.Optional(Segment),
  condition: Type.Optional(Nullable(Condition)),
  spaceId: Type.Optional(Id),
})

export const NewSection = Type.Object({
  spaceId: Id,
  title: Type.Optional(Nullable(SectionTitle)),
  icon: Type.Optional(Nullable(Icon)),
})

export const SectionPatch = Type.Object({
  title: Type.Optional(SectionTitle),
  path: Type.Optional(Segment),
  defaultSiteSpace: Type.Optional(Id),
  condition: Type.Optional(Nullable(Condition)),
  icon: Type.Optional(Nullable(Icon)),
  description: Type.Optional(Nullable(SectionDescription)),
})

export const NewGroup = Type.Object({
  title: GroupTitle,
  icon: Type.Optional(Nullable(Icon)),
  sections: Type.Optional(Type.Array(Id, { maxItems: 1000, uniqueItems: true })),
})

export const GroupPatch = Type.Object({ title: Type.Optional(GroupTitle), icon: Type.Optional(Nullable(Icon)) })

const linkFields = {
  description: Type.Optional(Nullable(SectionDescription)),
  icon: Type.Optional(Nullable(Icon)),
  draft: Type.Optional(Type.Boolean({ description: 'Hidden on the published site.' })),
  condition: Type.Optional(Nullable(Condition)),
}

export const NewExternalLink = Type.Object({
  title: SectionTitle,
  url: WebUrl,
  parent: Type.Optional({ ...Id, description: 'The section group to add it to.' }),
  ...linkFields,
})

export const ExternalLinkPatch = Type.Object({
  title: Type.Optional(SectionTitle),
  url: Type.Optional(WebUrl),
  parent: Type.Optional({
    ...Nullable(Id),
    description: 'The section group to move it to, at the end; null for none.',
  }),
  ...linkFields,
})

export const NewGroupSection = Type.Object({ sectionId: Id })

const SiteSpacePointer = Type.Object({ type: Type.Literal('site-space'), siteSpace: Id })
const SectionPointer = Type.Object({ type: Type.Literal('site-section'), siteSection: Id })
const TopPointer = Type.Object({ type: oneOf('site-section', 'site-section-group', 'site-external-link'), id: Id })
const ItemPointer = Type.Object({
  type: oneOf('site-space', 'site-section', 'site-section-group', 'site-external-link'),
  id: Id,
})

const positionBeside = <
  T extends typeof SiteSpacePointer | typeof SectionPointer | typeof TopPointer | typeof ItemPointer,
>(
  pointer: T,
) => Type.Object({ before: Type.Optional(pointer), after: Type.Optional(pointer) })

export const SiteSpaceMove = Type.Object({ position: Type.Optional(positionBeside(SiteSpacePointer)) })
export const SectionMove = Type.Object({ position: Type.Optional(positionBeside(SectionPointer)) })
export const GroupMove = Type.Object({ position: Type.Optional(positionBeside(TopPointer)) })
export const StructureSort = Type.Object({ item: ItemPointer, position: positionBeside(ItemPointer) })
