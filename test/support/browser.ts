// A browser as far as HTTP goes: it keeps cookies, sends them to where they came from, and shows every step.

export interface Shown {
  status: number
  headers: Headers
  location: string | null
  text: string
  /** The `Set-Cookie` headers as they came. */
  cookies: string[]
}

export function openBrowser() {
  const kept = new Map<string, string>()

  async function ask(url: string, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) },
    })
    const cookies = response.headers.getSetCookie()
    for (const line of cookies) keep(line)
    const { status, headers } = response
    return { status, headers, location: headers.get('location'), text: await response.text(), cookies }
  }

  function keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (/max-age=0/i.test(line)) kept.delete(name!)
    else kept.set(name!, value!)
  }

  return {
    kept,
    visit: (url: string) => ask(url),
    submit: (url: string, form: Record<string, string>) =>
      ask(url, { method: 'POST', body: new URLSearchParams(form).toString(), headers: FORM }),
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export type Browser = ReturnType<typeof openBrowser>
