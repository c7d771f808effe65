import { expect, test } from 'vitest'
import { differences, settingAt, withSetting } from './settings.ts'

test('a setting is set and left out by its path, without empty groups', () => {
  const one = withSetting({}, 'styling.sidebar.list', 'pill')
  expect(one).toEqual({ styling: { sidebar: { list: 'pill' } } })
  expect(settingAt(one, 'styling.sidebar.list')).toBe('pill')
  expect(settingAt(one, 'header.logo.light')).toBeUndefined()
  expect(withSetting(one, 'styling.sidebar.list', undefined)).toEqual({})
  expect(withSetting({ ...one, title: 'Docs' }, 'pdf.enabled', false)).toEqual({
    ...one,
    title: 'Docs',
    pdf: { enabled: false },
  })
})

test('differences name what changed, and null removes', () => {
  const before = { title: 'One', styling: { theme: 'bold' }, pdf: { enabled: true } }
  const after = { styling: { theme: 'muted' }, pdf: { enabled: true } }
  expect(differences(before, after, ['title', 'styling.theme', 'pdf.enabled'])).toEqual({
    title: null,
    styling: { theme: 'muted' },
  })
})
