import { routes } from '../../server/operation.ts'
import { CustomFont, FontPatch, NewFont } from '../../shapes/fonts.ts'

const FONTS = '/orgs/:organizationId/fonts'

export const fontRoutes = routes('Custom fonts', {
  listCustomFonts: {
    get: FONTS,
    can: 'organization.view',
    list: CustomFont,
    summary: 'List the fonts of an organization',
  },
  createCustomFont: {
    put: FONTS,
    can: 'organization.createContent',
    body: NewFont,
    reply: CustomFont,
    status: 201,
    event: 'organization.font.created',
    summary: 'Create a font from uploaded files',
  },
  getCustomFont: { get: `${FONTS}/:fontId`, can: 'organization.view', reply: CustomFont, summary: 'Get a font' },
  updateCustomFont: {
    post: `${FONTS}/:fontId`,
    can: 'organization.createContent',
    body: FontPatch,
    reply: CustomFont,
    status: 201,
    event: 'organization.font.updated',
    summary: 'Update the name or the files of a font',
  },
  deleteCustomFont: {
    delete: `${FONTS}/:fontId`,
    can: 'organization.createContent',
    event: 'organization.font.deleted',
    summary: 'Delete a font; sites that use it fall back to the default font',
  },
})
