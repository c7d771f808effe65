// How a site looks: every setting, once. What clients send is the same with nothing required, so that what is left out
// has its default; what differs for one site space may also be null, which takes the difference away.
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Nullable, named, oneOf, WebUrl } from '../../server/schemas.ts'
import { FontDefinition } from '../fonts/schemas.ts'
import { SiteTitle, ThemedUrl } from '../sites/schemas.ts'
import { Emoji } from '../spaces/schemas.ts'
import { Announcement, FooterGroup, HeaderItem, LINKS } from './link-schemas.ts'

const enabled = Type.Object({ enabled: Type.Boolean() })

const Color = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' })
const ThemedColor = Type.Object({ light: Color, dark: Color })
const Favicon = Type.Unsafe<{ icon?: Static<typeof ThemedUrl>; emoji?: string }>({
  type: 'object',
  properties: { icon: ThemedUrl, emoji: Emoji },
  not: { required: ['icon', 'emoji'] },
})

const FONTS = [
  ...['ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway'],
  ...['Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans'],
]
const MONOSPACE_FONTS = [
  ...['FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro'],
  ...['RobotoMono', 'SpaceMono', 'DMMono', 'Inconsolata'],
]

type FontReply = string | Static<typeof FontDefinition>
/** A font we know by name, or one of the organization's own. */
const fontAmong = (names: string[]) => Type.Unsafe<FontReply>({ anyOf: [oneOf(...names), FontDefinition] })

export const Customization = named(
  'SiteCustomizationSettings',
  Type.Object({
    title: Type.Optional(SiteTitle),
    styling: Type.Object({
      theme: oneOf('clean', 'muted', 'bold', 'gradient'),
      primaryColor: ThemedColor,
      tint: Type.Optional(Type.Object({ color: ThemedColor })),
      infoColor: ThemedColor,
      successColor: ThemedColor,
      warningColor: ThemedColor,
      dangerColor: ThemedColor,
      corners: oneOf('straight', 'rounded', 'circular'),
      depth: oneOf('subtle', 'flat'),
      links: oneOf('default', 'accent'),
      font: fontAmong(FONTS),
      monospaceFont: fontAmong(MONOSPACE_FONTS),
      background: oneOf('plain', 'match'),
      icons: oneOf('regular', 'solid', 'duotone', 'light', 'thin'),
      sidebar: Type.Object({ background: oneOf('default', 'filled'), list: oneOf('default', 'pill', 'line') }),
      search: oneOf('prominent', 'subtle'),
    }),
    internationalization: Type.Object({ locale: oneOf('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru') }),
    favicon: Favicon,
    header: Type.Object({
      preset: oneOf('default', 'bold', 'contrast', 'custom', 'none'),
      logo: Type.Optional(ThemedUrl),
      backgroundColor: Type.Optional(ThemedColor),
      linkColor: Type.Optional(ThemedColor),
      links: Type.Array(HeaderItem, { maxItems: LINKS }),
    }),
    footer: Type.Object({
      logo: Type.Optional(ThemedUrl),
      groups: Type.Array(FooterGroup, { maxItems: LINKS }),
      copyright: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    announcement: Type.Optional(Announcement),
    themes: Type.Object({ default: oneOf('light', 'dark'), toggeable: Type.Boolean() }),
    pdf: enabled,
    feedback: enabled,
    aiSearch: enabled,
    ai: Type.Object({
      mode: oneOf('none', 'search', 'assistant', 'integration'),
      integrationId: Type.Optional(Type.String({ maxLength: 128 })),
      pageLinkSummaries: enabled,
    }),
    advancedCustomization: enabled,
    git: Type.Object({ showEditLink: Type.Boolean() }),
    pageActions: Type.Object({ externalAI: Type.Boolean(), markdown: Type.Boolean() }),
    externalLinks: Type.Object({ target: oneOf('self', 'blank') }),
    pagination: enabled,
    trademark: enabled,
    privacyPolicy: Type.Object({ url: Type.Optional(WebUrl) }),
    socialPreview: Type.Object({ url: Type.Optional(WebUrl) }),
    insights: Type.Object({ trackingCookie: Type.Boolean() }),
  }),
)

export type Customization = Static<typeof Customization>

/** Names of settings that hold other settings, each of which can be set without the others. */
const GROUPS = new Set<string>([
  ...['styling', 'sidebar', 'internationalization', 'header', 'footer', 'themes', 'pdf', 'feedback', 'aiSearch', 'ai'],
  ...['pageLinkSummaries', 'advancedCustomization', 'git', 'pageActions', 'externalLinks', 'pagination', 'trademark'],
  ...['privacyPolicy', 'socialPreview', 'insights'],
])

export const isGroup = (name: string): boolean => GROUPS.has(name)

/** Some of the settings; groups of them as JSON objects. */
export interface Settings {
  [name: string]: unknown
}

const loosened = (settings: TObject, leaf: (schema: TSchema) => TSchema): TObject =>
  Type.Object(
    Object.fromEntries(
      Object.entries(settings.properties).map(([name, schema]) => [
        name,
        Type.Optional(isGroup(name) ? loosened(schema as TObject, leaf) : leaf(schema)),
      ]),
    ),
  )

const asIs = (schema: TSchema) => schema

export const CustomizationInput = Type.Unsafe<Settings>(loosened(Customization, asIs))
export const CustomizationOverrides = Type.Unsafe<Settings>(loosened(Customization, Nullable))

export const SiteSpaceCustomization = named(
  'SiteSpaceCustomizationSettings',
  Type.Object({ ...Customization.properties, hasOverrides: Type.Boolean() }),
)
