import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { applySettingsFile, isFromSettingsFile, parseSettings } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('lines are settings; comments, empty lines and quotes are not part of them', () => {
  const text = '# ours\n\nPORT=8080\r\nLECTERN_DATA="/var/lib/lectern"\n  SMTP_URL=smtp://u:p=w@mail\n'
  expect(parseSettings(text, 'x')).toEqual([
    ['PORT', '8080'],
    ['LECTERN_DATA', '/var/lib/lectern'],
    ['SMTP_URL', 'smtp://u:p=w@mail'],
  ])
  expect(() => parseSettings('PORT=1\nport 2', 'x')).toThrow(
    new ConfigError('Line 2 of x is not a setting: write NAME=value.'),
  )
})

test('the environment wins over the file', () => {
  const file = join(folder, 'our.env')
  writeFileSync(file, 'PORT=8080\nHOST=0.0.0.0\nLECTERN_SECRET=from-the-file\n')
  const environment: Record<string, string | undefined> = {
    LECTERN_SETTINGS: file,
    PORT: '1',
    LECTERN_SECRET_FILE: '/s',
  }
  applySettingsFile(environment)
  expect(environment).toEqual({ LECTERN_SETTINGS: file, PORT: '1', HOST: '0.0.0.0', LECTERN_SECRET_FILE: '/s' })
  expect(['HOST', 'PORT'].map((name) => isFromSettingsFile(environment, name))).toEqual([true, false])
  expect(() => applySettingsFile({ LECTERN_SETTINGS: join(folder, 'none') })).toThrow(/cannot be read/)
})
