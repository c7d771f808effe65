// Previews of sites: links that show a change request, a revision or a moment on a site.
import Type from 'typebox'
import { Id, named, Timestamp, Uri } from '../server/schemas.ts'
import { CustomizationInput } from './customization.ts'

const Claims = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'The claims of the visitor; those that nobody signs are in `unsigned`.',
})

const shown = {
  changeRequest: Type.Optional(Id),
  revision: Type.Optional(Id),
  at: Type.Optional({ ...Timestamp, description: 'A moment in the past: every space as it was then.' }),
}

export const SitePreview = named(
  'SitePreview',
  Type.Object({
    object: Type.Literal('site-preview'),
    id: Type.String(),
    createdBy: Type.String({ description: 'The user whose rights the link has.' }),
    ...shown,
    claims: Claims,
    customized: Type.Boolean({ description: 'True if the preview has a customization of its own.' }),
    siteSpace: Type.Optional(Type.String({ description: 'The site space whose customization it is.' })),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    urls: Type.Object({
      preview: Type.Optional({ ...Uri, description: 'For whoever has it. Only its creator gets it.' }),
      app: { ...Uri, description: 'For members who are signed in, with their own rights.' },
    }),
  }),
)

export const SitePreviewPatch = Type.Object({ customization: CustomizationInput })

export const NewSitePreview = Type.Object({
  ...shown,
  claims: Type.Optional(Claims),
  customization: Type.Optional(CustomizationInput),
  siteSpace: Type.Optional({
    ...Id,
    description: 'With `customization`: it is that of this site space, instead of that of the whole site.',
  }),
  expiresAt: Type.Optional({ ...Timestamp, description: 'Within 90 days; 7 days from now by default.' }),
})
