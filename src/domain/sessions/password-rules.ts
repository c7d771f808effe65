// Which passwords are refused, and why.

const MIN_LENGTH = 12
const MAX_LENGTH = 256

/** Whom the password is for. */
export interface PasswordOwner {
  email: string
  displayName: string
}

/** Says what is wrong with a password; undefined if it may be used. */
export async function findPasswordFault(password: string, owner: PasswordOwner): Promise<string | undefined> {
  const length = [...password].length
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters. A few unrelated words are easy to remember.`
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`
  if (containsOwner(password, owner)) return 'Leave your name and your email address out of the password.'
  if (new Set(password).size < 5 || (await isCommon(password)))
    return 'This password is among the first that attackers try. Choose a different one.'
  return undefined
}

const MIN_PART = 4

function containsOwner(password: string, { email, displayName }: PasswordOwner): boolean {
  const text = password.toLowerCase()
  const parts = [email, email.split('@')[0]!, ...displayName.split(/\s+/)].map((part) => part.toLowerCase())
  return parts.some((part) => part.length >= MIN_PART && text.includes(part))
}

let common: Promise<ReadonlySet<string>> | undefined

// Loaded on demand: the list is large, and few requests need it.
const loadCommon = async (): Promise<ReadonlySet<string>> =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'])

/** True for common passwords, also with the usual substitutions and with digits and signs around them. */
async function isCommon(password: string): Promise<boolean> {
  common ??= loadCommon()
  const known = await common
  const lower = password.toLowerCase()
  const plain = lower.replaceAll(/[@4301!$57]/g, (sign) => PLAIN[sign]!)
  const cores = [lower, plain].flatMap((text) => [text, text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')])
  return cores.some((core) => core !== '' && (known.has(core) || isRepeated(core, known)))
}

const PLAIN: Record<string, string> = { '@': 'a', 4: 'a', 3: 'e', 0: 'o', 1: 'l', '!': 'i', $: 's', 5: 's', 7: 't' }

/** True if the text is a common password twice or more in a row. */
function isRepeated(text: string, known: ReadonlySet<string>): boolean {
  const unit = /^(.+?)\1+$/.exec(text)?.[1]
  return unit !== undefined && (unit.length < MIN_PART || known.has(unit))
}
