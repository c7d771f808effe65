export { type Face, facesOf, findFont, insertFont, listFonts, removeFont, toCustomFont, updateFont } from './fonts.ts'
export { listFontsIn, withFontDefinitions, withFontIds } from './fonts-in-use.ts'
export {
  type Chosen,
  checkLinkConditions,
  chosenAmong,
  chosenIn,
  DEFAULTS,
  nextOverrides,
  settingsOf,
} from './settings.ts'
