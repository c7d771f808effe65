import type { Content } from '../space/content.ts'
import type { SpaceSetting } from '../space/setting.ts'
import type { SpaceJson } from '../space/writing.ts'

/** What all conversations of a list share. */
export interface Scene {
  content: Content
  space: SpaceJson
  user: string
  setting: SpaceSetting
  /** The page that is shown beside it. */
  page: string | undefined
}
