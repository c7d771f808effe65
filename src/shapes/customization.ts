// Customization settings of a site. In requests, all settings are optional; in those of a site space, null removes an
// override.
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { inWords, Nullable, named, oneOf, WebUrl } from '../server/schemas.ts'
import { Announcement, FooterGroup, HeaderItem, MAX_LINKS } from './customization-links.ts'
import { FontDefinition } from './fonts.ts'
import { SiteTitle, ThemedUrl } from './sites.ts'
import { Emoji } from './spaces.ts'

const enabled = Type.Object({ enabled: Type.Boolean() })

const Color = Type.String({ pattern: inWords('^#(?:[0-9a-fA-F]{3}){1,2}$', 'must be a color, such as #9a3412') })
const ThemedColor = Type.Object({ light: Color, dark: Color })
const Favicon = Type.Unsafe<{ icon?: Static<typeof ThemedUrl>; emoji?: string }>({
  type: 'object',
  properties: { icon: ThemedUrl, emoji: Emoji },
  not: { required: ['icon', 'emoji'] },
})

const FONTS = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
]
const MONOSPACE_FONTS = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
]

type FontReply = string | Static<typeof FontDefinition>
/** A built-in font by name, or a custom font. */
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
      links: Type.Array(HeaderItem, { maxItems: MAX_LINKS }),
    }),
    footer: Type.Object({
      logo: Type.Optional(ThemedUrl),
      groups: Type.Array(FooterGroup, { maxItems: MAX_LINKS }),
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

/** Settings that contain other settings, each of which can be overridden separately. */
const GROUPS = new Set<string>([
  'styling',
  'sidebar',
  'internationalization',
  'header',
  'footer',
  'themes',
  'pdf',
  'feedback',
  'aiSearch',
  'ai',
  'pageLinkSummaries',
  'advancedCustomization',
  'git',
  'pageActions',
  'externalLinks',
  'pagination',
  'trademark',
  'privacyPolicy',
  'socialPreview',
  'insights',
])

export const isGroup = (name: string): boolean => GROUPS.has(name)

/** A subset of the settings, with groups as nested objects. */
export interface Settings {
  [name: string]: unknown
}

const withOptional = (settings: TObject, leaf: (schema: TSchema) => TSchema): TObject =>
  Type.Object(
    Object.fromEntries(
      Object.entries(settings.properties).map(([name, schema]) => [
        name,
        Type.Optional(isGroup(name) ? withOptional(schema as TObject, leaf) : leaf(schema)),
      ]),
    ),
  )

const asIs = (schema: TSchema) => schema

export const CustomizationInput = Type.Unsafe<Settings>(withOptional(Customization, asIs))
export const CustomizationOverrides = Type.Unsafe<Settings>(withOptional(Customization, Nullable))

export const SiteSpaceCustomization = named(
  'SiteSpaceCustomizationSettings',
  Type.Object({ ...Customization.properties, hasOverrides: Type.Boolean() }),
)
