// What all members may do in a space or a collection, changed in place.
import { SelectField } from '../../ui/fields.tsx'
import { words } from '../../words.ts'
import { accessWords } from '../../words-access.ts'
import { attempt } from '../api/attempt.ts'
import { sayUndoable } from '../undoing.ts'
import { type Level, setLevel, type Target } from './target.ts'

const text = words.spaceSettings
const LEVELS = ['inherit', 'none', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const

/** `none` stands for null, which no option of a list can have. */
export const levelChoices = LEVELS.map((value) => ({ value, label: text.levels[value] }))
export const levelFrom = (value: string): Level => (value === 'none' ? null : (value as Level))

export function LevelField({ target, changed }: { target: Target; changed(): void }) {
  const before = target.defaultLevel ?? null
  const set = (level: Level) =>
    attempt(async () => {
      await setLevel(target, level)
      changed()
    })
  const choose = async (value: string) => {
    if (await set(levelFrom(value))) sayUndoable(accessWords.levelChanged, () => set(before))
  }
  return (
    <SelectField
      key={before}
      label={text.level}
      value={before ?? 'none'}
      help={accessWords.generalLead}
      choices={levelChoices}
      onChange={(value) => void choose(value)}
    />
  )
}
