import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'

const TONES = { draft: '', open: 'info', merged: 'good', archived: '' } as const

export const Status = ({ status }: { status: keyof typeof TONES }) => (
  <span class={`tag ${TONES[status]}`}>
    <Icon name={status === 'merged' ? 'merge' : 'branch'} />
    {words.home.state[status]}
  </span>
)
