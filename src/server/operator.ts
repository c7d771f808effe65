// What server admins are told about the running server, and what they may try.
import type { Timestamp } from '../lib/time.ts'
import type { LogRing } from './log-ring.ts'

export interface SettingInForce {
  name: string
  /** Absent if it is not set, or secret. */
  value?: string | undefined
  /** Where it comes from: the environment, a file that the environment names, or nowhere. */
  source: 'environment' | 'file' | 'default'
  /** Whether its value is never shown. */
  secret: boolean
}

export interface HealthCheck {
  name: 'database' | 'files' | 'disk' | 'jobs' | 'backups' | 'mail'
  state: 'fine' | 'note' | 'wrong'
  message: string
}

export interface Operator {
  startedAt: Timestamp
  /** The name of this machine; others may serve too. */
  host: string
  database: 'sqlite' | 'postgres'
  settings: SettingInForce[]
  logs: LogRing
  /** Undefined if no backups are made on schedule. */
  backups: { target: string; encrypted: boolean; keep: number; nextAt(): Promise<Timestamp> } | undefined
  checkHealth(): Promise<HealthCheck[]>
  /** Sends a mail at once; throws what the SMTP server answers. Undefined if the server sends no mail. */
  sendTestMail: ((to: string) => Promise<void>) | undefined
}
