// Column types that several tables share.

export type Role = 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin'

export type DefaultLevel = Role | 'inherit' | null

export type Flag = 0 | 1
