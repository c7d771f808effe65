export { type Face, facesOf, findFont, insertFont, listFonts, removeFont, toCustomFont, updateFont } from './fonts.ts'
export { listFontsIn, withFontDefinitions, withFontIds } from './fonts-in-use.ts'
export { checkLinkConditions } from './link-conditions.ts'
export { type Chosen, chosenAmong, chosenIn, DEFAULTS, nextOverrides, settingsOf } from './settings.ts'
