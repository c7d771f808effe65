// The fonts of books. Their license (SIL Open Font License) allows embedding and redistribution.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** Finds the folder of a package, even if it does not export its package.json. */
const folderOf = (name: string): string =>
  require.resolve
    .paths(name)!
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder))!

const GOOGLE = '@expo-google-fonts'

const FILES: Record<string, string[]> = {
  // Latin, Cyrillic, Greek.
  [`${GOOGLE}/source-sans-3`]: [
    '400Regular/SourceSans3_400Regular.ttf',
    '400Regular_Italic/SourceSans3_400Regular_Italic.ttf',
    '600SemiBold/SourceSans3_600SemiBold.ttf',
    '700Bold/SourceSans3_700Bold.ttf',
    '700Bold_Italic/SourceSans3_700Bold_Italic.ttf',
  ],
  [`${GOOGLE}/source-code-pro`]: [
    '400Regular/SourceCodePro_400Regular.ttf',
    '400Regular_Italic/SourceCodePro_400Regular_Italic.ttf',
    '700Bold/SourceCodePro_700Bold.ttf',
  ],
  '@embedpdf/fonts-arabic': ['fonts/NotoNaskhArabic-Regular.ttf', 'fonts/NotoNaskhArabic-Bold.ttf'],
  '@embedpdf/fonts-hebrew': ['fonts/NotoSansHebrew-Regular.ttf', 'fonts/NotoSansHebrew-Bold.ttf'],
  '@embedpdf/fonts-sc': ['fonts/NotoSansHans-Regular.otf', 'fonts/NotoSansHans-Bold.otf'],
  [`${GOOGLE}/biz-udpgothic`]: ['400Regular/BIZUDPGothic_400Regular.ttf', '700Bold/BIZUDPGothic_700Bold.ttf'],
  [`${GOOGLE}/nanum-gothic`]: ['400Regular/NanumGothic_400Regular.ttf', '700Bold/NanumGothic_700Bold.ttf'],
  [`${GOOGLE}/noto-color-emoji`]: ['400Regular/NotoColorEmoji_400Regular.ttf'],
}

export const fontFiles = (): string[] =>
  Object.entries(FILES).flatMap(([name, files]) => files.map((file) => join(folderOf(name), file)))
